/** Hosts of the live service. Catalogues list those that the simulator answers; no host below these domains is ever contacted. */
import { commandLine } from '../../kit/text/words.js'
import { hostnameOf } from './bases.js'

/** The domains that GMX runs its APIs on. */
export const GMX_DOMAINS = ['gmxinfra.io', 'gmxinfra2.io', 'gmxapi.io', 'gmxapi.ai'] as const

export function isGmxHost(host: string): boolean {
  const name = `.${hostnameOf(host)}`
  return GMX_DOMAINS.some((domain) => name.endsWith(`.${domain}`))
}

/** Whether requests for a host reach the simulator, which refuses those of GMX that are not in `liveHosts`. */
export function isIntercepted(host: string, liveHosts: readonly string[]): boolean {
  return liveHosts.includes(hostnameOf(host)) || isGmxHost(host)
}

export const WHY_REFUSED = `no catalogue has this host of GMX, and the live service is never contacted; ${commandLine('catalogue')} lists the known hosts, a catalogue file can add this one`

/** Refuses a host of GMX that is in no catalogue. */
export function refusalOf(host: string): string {
  return `${hostnameOf(host)} is refused: ${WHY_REFUSED}`
}
