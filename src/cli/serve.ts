import { UserError } from '../core/errors.js'
import type { Session } from '../session/session.js'
import { givenOf, type Settings } from '../settings.js'
import { type RunningSimulator, startSimulator } from '../simulator.js'
import { banner } from './banner.js'
import { createLog } from './log.js'
import { onNpmGone } from './parent.js'

/** Serves until SIGINT or SIGTERM; says where on stdout. */
export async function serve(settings: Settings): Promise<void> {
  if (settings.watch && settings.scenario === undefined)
    throw new UserError('--watch needs a scenario', 'none is given', 'write --scenario <file> too', 2)
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
  process.stdout.write(toPerson ? banner(simulator, settings) : readyLine(simulator))
}

/** Reads the scenario file before the simulator does, so that no change in between goes unseen. */
async function prepareWatch(settings: Settings, onBug: (error: unknown) => void) {
  const path = settings.scenario as string
  const [{ watchScenario }, { readScenarioText }] = await Promise.all([
    import('./watch.js'),
    import('../scenario/load-file.js'),
  ])
  const text = await readScenarioText(path)
  const tell = (lines: string) => void (settings.quiet || process.stderr.write(lines))
  return (session: Session) => watchScenario({ path, text, session, given: givenOf(settings), tell, onBug })
}

function readyLine({ url, instanceId, baseUrls, signers }: RunningSimulator): string {
  return `${JSON.stringify({ event: 'ready', url, instanceId, baseUrls, signers })}\n`
}
