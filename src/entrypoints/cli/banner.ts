import { columns } from '../../kit/text/columns.js'
import { commandLine, shellWord } from '../../kit/text/command-line.js'
import { type BaseUrls, baseRowsOf } from '../../market/catalogue/base-urls.js'
import type { Settings } from '../../server/config/resolve.js'
import type { RunningSimulator } from '../../server/simulator.js'

/** The start message on a terminal: clock, seed, base addresses and signers. */
export function banner(
  { url, baseUrls, signers, session, control }: RunningSimulator,
  settings: Settings,
  isIntercepting: boolean,
): string {
  const { mode, rate } = session.clock.setting()
  const now = new Date(session.nowMs()).toISOString()
  const pace = mode === 'frozen' || rate === 1 ? mode : `${rate}x`
  const key = settings.signerKey === undefined ? '(published development key)' : '(your key)'
  const signerRows = Object.entries(signers).map(([network, signer]) => [
    network,
    'signer',
    `${signer} ${key}`,
  ])
  const baseRows = baseRowsOf(baseUrls)
  const rows = columns([...baseRows, ...signerRows])
  const lines = [
    `gmx-sim at ${url}  seed ${JSON.stringify(session.seed)}  clock ${pace}, now ${now}`,
    'All prices are synthetic.',
    ...(control === undefined || (control.isPublic && control.token === undefined)
      ? []
      : [`Dashboard ${url}/__sim/ui/`]),
    ...(settings.scenario === undefined ? [] : [scenarioLine(settings.scenario, settings.watch)]),
    ...(isIntercepting ? [`Live hosts are answered in shells after eval "$(${commandLine('env')})"`] : []),
    '',
    ...rows.slice(0, baseRows.length),
    '',
    ...rows.slice(baseRows.length),
  ]
  return `${lines.join('\n')}\n\nTry ${firstBaseUrl(baseUrls)}/prices/tickers. Ctrl+C stops the server.\n`
}

export function firstBaseUrl(baseUrls: BaseUrls): string {
  return Object.values(baseUrls)[0].primary
}

function scenarioLine(path: string, isWatched: boolean): string {
  return `Scenario ${path}${isWatched ? ', reloaded on change' : ''}. Explain it: ${commandLine('explain', shellWord(path))}`
}
