/** `gmx-sim env`: the environment in which programs reach a running `gmx-sim serve --intercept` by the live hosts. */

import { UserError } from '../../kit/errors.js'
import { commandLine, shellWord } from '../../kit/text/command-line.js'
import { interceptedEnvironment, publishedAccess } from '../../server/http/intercept/interceptor.js'
import { print } from './output.js'

export interface EnvOptions {
  readonly port?: string
  readonly json?: boolean
}

/** Prints lines for `eval`, or JSON. */
export function env({ port, json = false }: EnvOptions): void {
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
