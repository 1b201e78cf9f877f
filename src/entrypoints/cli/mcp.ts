/** `gmx-sim mcp`: starts or attaches to a simulator and serves its tools to agents. */
import type { Command } from 'commander'
import { UserError } from '../../kit/errors.js'
import { controlTokenFor } from '../../server/config/load.js'
import type { Settings } from '../../server/config/resolve.js'
import { createControlClient } from '../../server/control/client.js'
import { startServer } from '../../server/simulator.js'
import { callTools, sessionTools } from '../mcp/call-tools.js'
import { commandTools } from '../mcp/command-tools.js'
import { createLog } from './output.js'
import { exitNow, onSignals } from './signals.js'

/** stdout belongs to the protocol; the log goes to stderr. `attach` is the address of a running simulator or session. */
export async function mcp(main: Command, settings: Settings, attach: string | undefined): Promise<void> {
  if (attach !== undefined && !/^https?:\/\/./.test(attach))
    throw new UserError('--attach is not an address', attach, 'write one such as http://127.0.0.1:8650')
  if (attach === undefined && settings.noControl)
    throw new UserError('the tools need the control API', '--no-control', 'leave it out')
  const { serveMcp } = await import('../mcp/server.js').catch(throwIfMissing)
  const log = createLog(settings.quiet ? 'silent' : settings.logLevel)
  const simulator = attach === undefined ? await startServer(settings, log.bug) : undefined
  const target = createControlClient(attach ?? simulator?.url ?? '', await controlTokenFor(settings))
  const handle = serveMcp([...sessionTools(target), ...callTools(target), ...commandTools(main)], log.bug)
  const stop = () => void Promise.all([handle.close(), simulator?.stop()]).then(() => process.exit())
  process.stdin.once('end', stop).once('close', stop)
  onSignals(stop, stop, exitNow)
}

const SDK = '@modelcontextprotocol/server'

/** The SDK is an optional peer dependency: it is larger than the simulator, and only agents need it. */
function throwIfMissing(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
  throw new UserError('gmx-sim mcp needs a package that is not installed', SDK, `run npm install ${SDK}`)
}
