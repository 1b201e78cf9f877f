import type { Settings } from '../options.js'
import { type RunningSimulator, startSimulator } from '../simulator.js'
import { banner } from './banner.js'
import { createLog } from './log.js'

/** Serves until SIGINT or SIGTERM; says where on stdout. */
export async function serve(settings: Settings): Promise<void> {
  const log = createLog(settings.quiet ? 'silent' : settings.logLevel)
  const simulator = await startSimulator(settings, (error) => log.error({ err: error }, 'bug'))
  // Before the ready line: whoever reads that may send a signal at once.
  const stop = () => void simulator.stop()
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  const toPerson = process.stdout.isTTY && !settings.quiet
  process.stdout.write(toPerson ? banner(simulator, settings) : readyLine(simulator))
}

function readyLine({ url, instanceId, baseUrls, signers }: RunningSimulator): string {
  return `${JSON.stringify({ event: 'ready', url, instanceId, baseUrls, signers })}\n`
}
