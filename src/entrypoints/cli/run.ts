/** `gmx-sim run`: runs a program whose requests to the live hosts the simulator answers. */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { UserError } from '../../kit/errors.js'
import { newInstanceId } from '../../kit/random/random.js'
import { commandLine, pluralize, shellWord } from '../../kit/text/words.js'
import { digestOf } from '../../server/config/load.js'
import {
  environmentOf,
  filled,
  parseSets,
  requireKnownPlaceholders,
} from '../../server/config/placeholders.js'
import { programEnvironment } from '../../server/config/program-environment.js'
import type { Settings } from '../../server/config/resolve.js'
import {
  createInterceptor,
  interceptedEnvironment,
  publishedAccess,
} from '../../server/http/intercept/interceptor.js'
import { startServer } from '../../server/simulator.js'
import { requireOwnClock } from './command-options.js'
import { moveOn } from './move-on.js'
import { createLog, ignoreStreamErrors, print, reportOtherHosts, warn } from './output.js'
import { onTerminalSignals } from './signals.js'

/** `command` is the part after `--`. Ends with the exit code of the program. */
export async function run(
  settings: Settings,
  afterMs: number,
  isOffline: boolean,
  sets: readonly string[] | undefined,
  command: readonly string[] | undefined,
): Promise<void> {
  if (command === undefined || command.length === 0)
    throw new UserError(
      'run needs a program',
      'none is given',
      `write it after --, such as ${commandLine('run', '-- node client.js')}`,
    )
  const given = parseSets(sets)
  requireOwnClock(afterMs, settings)
  ignoreStreamErrors()
  const log = createLog(settings.quiet ? 'silent' : settings.logLevel)
  // Refused connections need ports.
  const simulator = await startServer({ ...settings, port: 0, splitPorts: true }, log.bug)
  const { app, session, url, baseUrls } = simulator
  const { liveHosts } = session.catalogue.bases
  // The program learns the password of its proxy: it does not reveal the control token.
  const token = simulator.token && digestOf([simulator.token, newInstanceId()])
  const interceptor = createInterceptor({ liveHosts, isOffline, token, env: process.env, warn })
  const { env, close } = await interceptor.open({ app, session, sessionId: undefined })
  try {
    moveOn(session, afterMs)
    requireKnownPlaceholders(command, { baseUrls })
    const addresses = { url, baseUrls }
    const [program, ...args] = command.map((word) => filled(word, addresses))
    const inherited = programEnvironment(process.env)
    const own = environmentOf(addresses, given)
    process.exitCode = await exitCodeOf(program!, args, { ...inherited, ...env, ...own })
  } finally {
    await close()
    await simulator.stop()
    // Last: needs a descriptor.
    interceptor.close()
    const { answered } = interceptor.traffic
    if (!settings.quiet)
      warn(
        `answered ${answered === 0 ? 'no request' : pluralize(answered, 'request')} to the live hosts in the ${session.dialect} dialect`,
      )
    reportOtherHosts(interceptor.traffic)
  }
}

/** Starts the program in the foreground and passes signals on; the second one kills it. */
function exitCodeOf(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: 'inherit' })
    let isEnding = false
    const settle = onTerminalSignals((signal) => {
      // A terminal sends Ctrl+C to the program, too.
      if (isEnding) child.kill('SIGKILL')
      else if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
      isEnding = true
    })
    child.once('error', (error: NodeJS.ErrnoException) => {
      settle()
      const what = error.code === 'ENOENT' ? 'there is no such command' : 'the command cannot be started'
      reject(new UserError(what, `${program}: ${error.code}`, 'write the command of your program after --'))
    })
    child.once('exit', (code, signal) => {
      settle()
      resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM'])
    })
  })
}

/** Prints lines for `eval`, or JSON. */
export function env({ port, json }: { readonly port?: string; readonly json?: true }): void {
  const access = accessOf(port)
  const { url, proxyUrl, spki, chromium } = access
  const variables = interceptedEnvironment(access, process.env)
  const lines = json
    ? [JSON.stringify({ url, proxyUrl, spki, chromium, variables }, null, 2)]
    : [
        ...Object.entries(variables).map(([name, value]) => `export ${name}=${shellWord(value)}`),
        `# Chromium: ${chromium.join(' ')}`,
      ]
  print(process.stdout, `${lines.join('\n')}\n`)
}

function accessOf(port: string | undefined) {
  const all = publishedAccess()
  const matching = all.filter(({ url }) => port === undefined || new URL(url).port === port)
  const [access] = matching
  if (access === undefined)
    throw new UserError(
      'env needs a server with --intercept',
      port === undefined ? 'none is running' : `none is running on port ${port}`,
      `start one with ${commandLine('serve', '--intercept')}`,
    )
  if (matching.length > 1)
    throw new UserError(
      'several servers with --intercept are running',
      all.map(({ url }) => url).join(', '),
      'choose one with --port',
    )
  return access
}
