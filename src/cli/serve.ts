import { later } from '../clock/timers.js'
import { UserError } from '../core/errors.js'
import { loadLate } from '../core/late.js'
import type { Sessions } from '../session/session.js'
import { overridesOf, type Settings } from '../settings.js'
import { type RunningSimulator, startSimulator } from '../simulator.js'
import { banner, firstOf } from './banner.js'
import { createLog } from './log.js'
import { outliveReaders, print } from './output.js'
import { onNpmGone } from './parent.js'
import { endNow, onSignals } from './signals.js'
import { isWorker, leaveWorkers } from './worker.js'

/** Time for what is asked first, as loading takes some hundred ms in all. */
const LOAD_LATE_MS = 500

/** Serves until SIGINT or SIGTERM; says where on stdout. */
export async function serve(settings: Settings): Promise<void> {
  if (settings.watch && settings.scenario === undefined)
    throw new UserError('--watch needs a scenario', 'none is given', 'write --scenario <file> too')
  outliveReaders()
  const log = createLog(settings.quiet ? 'silent' : settings.logLevel)
  const onBug = (error: unknown) => log.error({ err: error }, 'bug')
  const watch = settings.watch ? await prepareWatch(settings, onBug) : undefined
  const simulator = await startSimulator(settings, onBug, undefined, {
    ...(await requestLogOf(settings, log)),
    onTrouble: (error) => log.warn(error instanceof Error ? error.message : String(error)),
  })
  const stopWatching = watch?.(simulator.sessions)
  // Before the ready line: whoever reads that may send a signal at once.
  const ending = (end: () => Promise<void>) => () => {
    stopWatching?.()
    void end().then(leaveWorkers)
  }
  const stop = ending(simulator.stop)
  // Ctrl-C reaches all of several processes on one port, and each once more through the first: that says when it is enough.
  const now = isWorker() ? () => {} : endNow
  onSignals({ interrupt: stop, terminate: ending(simulator.drain), now })
  onNpmGone(stop)
  const toPerson = process.stdout.isTTY && !settings.quiet
  announce(toPerson ? banner(simulator, settings) : readyLine(simulator))
  if (!settings.quiet) void tellOfNowhere(simulator)
  // What is a mistake of the user is told to whoever asks for that part.
  const load = () => loadLate((error) => error instanceof UserError || onBug(error))
  later(LOAD_LATE_MS, () => void load().then(() => log.debug('all parts are loaded')))
}

/** Loaded only where somebody wants it. */
async function requestLogOf({ quiet, logLevel }: Settings, log: ReturnType<typeof createLog>) {
  if (quiet || (logLevel !== 'info' && logLevel !== 'debug')) return {}
  const { createRequestLog } = await import('./request-log.js')
  const isTerminal = process.stderr.isTTY === true
  return createRequestLog({ level: logLevel, isTerminal, log, write: (lines) => process.stderr.write(lines) })
}

/** Says once that somebody asks where there is no base address: nothing that a scenario does reaches such a client. */
async function tellOfNowhere({ session: { journal }, baseUrls }: RunningSimulator): Promise<void> {
  const filter = { outcome: 'nowhere' }
  await journal.waitFor(filter, 1)
  const last = journal.entries(filter, 0, 1).at(0)
  if (last === undefined) return
  const { method, url } = last
  const path = (url.length > MOST_SHOWN ? `${url.slice(0, MOST_SHOWN)}…` : url).replace(/[^ -~…]/g, '?')
  print(
    process.stderr,
    `gmx-sim: ${method} ${path} came to no base address, such as ${firstOf(baseUrls)} (said once, see /__sim/v1/journal?outcome=nowhere)\n`,
  )
}

const MOST_SHOWN = 100

/** Reads the scenario file before the simulator does, so that no change in between goes unseen. */
async function prepareWatch(settings: Settings, onBug: (error: unknown) => void) {
  const path = settings.scenario as string
  const [{ watchScenario }, { readScenarioText }] = await Promise.all([
    import('./watch.js'),
    import('../scenario/read/load.js'),
  ])
  const text = await readScenarioText(path)
  const tell = (lines: string) => void (settings.quiet || print(process.stderr, lines))
  return ({ root, state }: Sessions) =>
    watchScenario({ path, text, session: root, state, given: overridesOf(settings), tell, onBug })
}

/** Of several processes on one port the first says it, when all are there. */
function announce(text: string): void {
  if (isWorker()) process.send?.(text)
  else print(process.stdout, text)
}

function readyLine({ url, instanceId, baseUrls, signers }: RunningSimulator): string {
  return `${JSON.stringify({ event: 'ready', url, instanceId, baseUrls, signers })}\n`
}
