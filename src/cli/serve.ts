import { later } from '../clock/timers.js'
import { UserError } from '../core/errors.js'
import { loadLate } from '../core/late.js'
import type { Session } from '../session/session.js'
import { overridesOf, type Settings } from '../settings.js'
import { type RunningSimulator, startSimulator } from '../simulator.js'
import { banner } from './banner.js'
import { createLog } from './log.js'
import { outliveReaders, print } from './output.js'
import { onNpmGone } from './parent.js'

/** Time for what is asked first, as loading takes some hundred ms in all. */
const LOAD_LATE_MS = 500

/** Serves until SIGINT or SIGTERM; says where on stdout. */
export async function serve(settings: Settings): Promise<void> {
  if (settings.watch && settings.scenario === undefined)
    throw new UserError('--watch needs a scenario', 'none is given', 'write --scenario <file> too', 2)
  outliveReaders()
  const log = createLog(settings.quiet ? 'silent' : settings.logLevel)
  const onBug = (error: unknown) => log.error({ err: error }, 'bug')
  const watch = settings.watch ? await prepareWatch(settings, onBug) : undefined
  const simulator = await startSimulator(settings, onBug)
  const stopWatching = watch?.(simulator.session)
  // Before the ready line: whoever reads that may send a signal at once.
  const stop = () => {
    stopWatching?.()
    void simulator.stop()
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  onNpmGone(stop)
  const toPerson = process.stdout.isTTY && !settings.quiet
  print(process.stdout, toPerson ? banner(simulator, settings) : readyLine(simulator))
  // What is a mistake of the user is told to whoever asks for that part.
  const load = () => loadLate((error) => error instanceof UserError || onBug(error))
  later(LOAD_LATE_MS, () => void load().then(() => log.debug('all parts are loaded')))
}

/** Reads the scenario file before the simulator does, so that no change in between goes unseen. */
async function prepareWatch(settings: Settings, onBug: (error: unknown) => void) {
  const path = settings.scenario as string
  const [{ watchScenario }, { readScenarioText }] = await Promise.all([
    import('./watch.js'),
    import('../scenario/read/load.js'),
  ])
  const text = await readScenarioText(path)
  const tell = (lines: string) => void (settings.quiet || print(process.stderr, lines))
  return (session: Session) =>
    watchScenario({ path, text, session, given: overridesOf(settings), tell, onBug })
}

function readyLine({ url, instanceId, baseUrls, signers }: RunningSimulator): string {
  return `${JSON.stringify({ event: 'ready', url, instanceId, baseUrls, signers })}\n`
}
