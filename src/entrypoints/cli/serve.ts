import { setFlagsFromString } from 'node:v8'
import { MACHINE_TIME } from '../../kit/clock/clock.js'
import { UserError } from '../../kit/errors.js'
import { withoutCommands } from '../../kit/formats/workflow.js'
import { columns } from '../../kit/text/columns.js'
import { commandLine, printable, shellWord } from '../../kit/text/words.js'
import { LOG_VERSION } from '../../kit/version.js'
import { type BaseUrls, baseRowsOf } from '../../market/catalogue/base-urls.js'
import type { Settings } from '../../server/config/resolve.js'
import { flagOf, variableOf } from '../../server/config/schema.js'
import { type RunningSimulator, startServer } from '../../server/simulator.js'
import type { Sessions } from '../../session/sessions.js'
import { requireOwnClock } from './command-options.js'
import type { ReadyEvent } from './log-events.js'
import { createLog, ignoreStreamErrors, print, warn } from './output.js'
import { disconnectFromPrimary, exitNow, isWorker, onNpmExit, onSignals } from './signals.js'

/**
 * Replies are garbage at once, and journal entries stay for long: a larger young generation makes no hot reply faster, and takes 25 to
 * 40 MB (Node 20). It makes replies with new prices each time 8 % faster.
 */
const KEEP_YOUNG_GENERATION_SMALL = '--semi-space-growth-factor=1'

/** Starts the server and prints the ready line or the banner. */
export async function serve(settings: Settings, afterMs: number, isIntercepting: boolean): Promise<void> {
  requireOwnClock(afterMs, settings)
  const stray = (['storeCa', 'storePrefix'] as const).find((name) => settings.given.has(name))
  if (stray !== undefined && settings.store === undefined)
    throw new UserError(
      `${flagOf(stray)} needs a store`,
      'none given',
      `add --store <url>, or omit ${flagOf(stray)} and ${variableOf(stray)}`,
    )
  if (settings.watch && settings.scenario === undefined)
    throw new UserError(
      '--watch needs a scenario',
      'none given',
      `add --scenario <file>; write a first one with ${commandLine('init', 'my-outage.yaml')}`,
    )
  ignoreStreamErrors()
  const log = createLog(settings.quiet ? 'silent' : settings.logLevel)
  const watch = settings.watch ? await prepareWatch(settings, log.bug) : undefined
  const isJson = settings.logFormat === 'json'
  const events =
    isJson && !settings.quiet ? (await import('./event-log.js')).createEventLog(announce) : undefined
  const simulator = await startServer(settings, log.bug, undefined, {
    ...(await requestLogOf(settings, log)),
    ...events?.listeners,
    onTrouble: (error) => log.warn(error instanceof Error ? error.message : String(error)),
  })
  if (afterMs > 0)
    try {
      ;(await import('./move-on.js')).moveOn(simulator.session, afterMs)
    } catch (error) {
      await simulator.stop()
      throw error
    }
  const stopWatching = watch?.(simulator.sessions)
  const intercepted = isIntercepting ? await intercept(simulator) : undefined
  setFlagsFromString(KEEP_YOUNG_GENERATION_SMALL)
  // Handles signals before the ready line, whose reader may send one at once.
  const ending = (end: () => Promise<void>) => () => {
    stopWatching?.()
    events?.stop()
    void end().then(intercepted?.close).then(disconnectFromPrimary)
  }
  const stop = ending(simulator.stop)
  // Ctrl+C reaches a worker twice, directly and from the primary: only the primary counts signals.
  const now = isWorker() ? () => {} : exitNow
  const drain = ending(simulator.drain)
  onSignals(stop, drain, now)
  void simulator.store?.refused.then(({ exitCode }) => {
    process.exitCode = exitCode
    drain()
  })
  onNpmExit(stop)
  const isInteractive = process.stdout.isTTY && !settings.quiet && !isJson
  announce(isInteractive ? banner(simulator, settings, isIntercepting) : readyLine(simulator, intercepted))
  events?.start(simulator)
  if (!settings.quiet) void warnOfUnmatched(simulator)
  if (settings.logLevel === 'debug') log.debug(`listening on ${simulator.url}`)
}

async function requestLogOf({ quiet, logLevel }: Settings, log: ReturnType<typeof createLog>) {
  if (quiet || (logLevel !== 'info' && logLevel !== 'debug')) return {}
  const { createRequestLog } = await import('./request-log.js')
  const write = process.stderr.isTTY ? (lines: string) => void process.stderr.write(lines) : undefined
  return createRequestLog(logLevel, log, write)
}

/** Warns once of a request without a base address: no scenario affects it. */
async function warnOfUnmatched({ session: { journal }, baseUrls }: RunningSimulator): Promise<void> {
  const filter = { outcome: 'nowhere' }
  await journal.waitFor(filter, 1)
  const last = journal.entries(filter, 0, 1).at(0)
  if (last === undefined) return
  const { method, url } = last
  const path = url.length > MAX_SHOWN ? `${url.slice(0, MAX_SHOWN)}…` : url
  warn(
    `${method} ${printable(path)} has no base address, such as ${firstBaseUrl(baseUrls)} (further ones: /__sim/v1/journal?outcome=nowhere)`,
  )
}

const MAX_SHOWN = 100

/** Reads the scenario file before the simulator does, to detect changes in between. */
async function prepareWatch(settings: Settings, onBug: (error: unknown) => void) {
  const path = settings.scenario as string
  const [{ watchScenario }, { readScenarioText }] = await Promise.all([
    import('./scenario-watcher.js'),
    import('../../scenario/read/load.js'),
  ])
  const text = await readScenarioText(path)
  const report = (lines: string) => void (settings.quiet || print(process.stderr, withoutCommands(lines)))
  return ({ root, state }: Sessions) =>
    watchScenario({ path, text, session: root, state, overrides: settings.given, report, onBug })
}

/** Workers pass their output to the primary, which prints it once all are ready. */
function announce(text: string): void {
  if (isWorker()) process.send?.(text)
  else print(process.stdout, text)
}

/** Opens the proxy for the live hosts, and lets `gmx-sim env` find it. */
async function intercept({ app, session, token, url }: RunningSimulator) {
  const { createInterceptor } = await import('../../server/http/intercept/interceptor.js')
  const { liveHosts } = session.catalogue.bases
  const interceptor = createInterceptor({ liveHosts, isOffline: false, token, env: process.env, warn })
  const { access, close } = await interceptor.open({ app, session, sessionId: undefined })
  interceptor.publish(url, access)
  return {
    proxyUrl: access.proxyUrl,
    async close() {
      await close()
      interceptor.close()
    },
  }
}

function readyLine(
  { url, instanceId, baseUrls, signers }: RunningSimulator,
  intercepted: { readonly proxyUrl: string } | undefined,
): string {
  const time = new Date(MACHINE_TIME.wallMs()).toISOString()
  const proxy = intercepted && { proxyUrl: intercepted.proxyUrl }
  const ready: ReadyEvent = {
    event: 'ready',
    url,
    instanceId,
    baseUrls,
    signers,
    ...proxy,
    v: LOG_VERSION,
    time,
  }
  return `${JSON.stringify(ready)}\n`
}

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
    ...(settings.scenario === undefined
      ? []
      : [
          `Scenario ${settings.scenario}${settings.watch ? ', reloaded on change' : ''}. Explain it: ${commandLine('explain', shellWord(settings.scenario))}`,
        ]),
    ...(isIntercepting
      ? [
          `Live hosts are answered in the ${session.dialect} dialect, in shells after eval "$(${commandLine('env')})"`,
        ]
      : []),
    '',
    ...rows.slice(0, baseRows.length),
    '',
    ...rows.slice(baseRows.length),
  ]
  return `${lines.join('\n')}\n\nTry ${firstBaseUrl(baseUrls)}/prices/tickers. Ctrl+C stops the server.\n`
}

function firstBaseUrl(baseUrls: BaseUrls): string {
  return Object.values(baseUrls)[0]!.primary
}
