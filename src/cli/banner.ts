import type { Settings } from '../options.js'
import type { RunningSimulator } from '../simulator.js'

/** What a person sees at start: where to point a client, and who signs. */
export function banner({ url, baseUrls, session }: RunningSimulator, settings: Settings): string {
  const lines = [
    `gmx-sim at ${url}  seed ${settings.seed}  clock ${new Date(session.nowMs()).toISOString()}`,
    '',
  ]
  for (const [network, bases] of Object.entries(baseUrls))
    for (const [base, baseUrl] of Object.entries(bases))
      lines.push(`  ${network.padEnd(10)} ${base.padEnd(11)} ${baseUrl}`)
  lines.push('')
  for (const [network, signer] of Object.entries(session.signers()))
    lines.push(`  ${network.padEnd(10)} signer      ${signer} (published development key)`)
  return `${lines.join('\n')}\n\nCtrl+C stops it.\n`
}
