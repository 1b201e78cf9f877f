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

/** Refuses a host of GMX that is in no catalogue. */
export function unansweredHost(host: string): string {
  const list = commandLine('catalogue')
  return `${hostnameOf(host)} is not answered, nor is the live service contacted: ${list} lists the hosts, a catalogue file can add this one`
}
