/** `gmx-sim init`: writes a first scenario, YAML or JSON by the name of its file, that references the schema for editors. */
import { writeFile } from 'node:fs/promises'
import { dirname, extname, resolve } from 'node:path'
import { UserError } from '../../kit/errors.js'
import { packagePath } from '../../kit/package-path.js'
import { commandLine, shellWord } from '../../kit/text/words.js'

export async function init(path: string): Promise<void> {
  const file = resolve(path)
  const ending = extname(path).toLowerCase()
  if (!['.yaml', '.yml', '.json'].includes(ending))
    throw new UserError(
      'init writes YAML or JSON',
      path,
      'end the name of the file with .yaml, .yml or .json',
    )
  const schema = packagePath('fixtures/scenario.schema.json', dirname(file))
  try {
    await writeFile(file, await (ending === '.json' ? asJson(schema) : asYaml(schema)), { flag: 'wx' })
  } catch (error) {
    throw unwritable(path, (error as NodeJS.ErrnoException).code ?? String(error))
  }
  const word = shellWord(path)
  process.stdout.write(`${path} is written.
Explain it: ${commandLine('explain', word)}
Play it:    ${commandLine('serve', '--scenario', word, '--watch')}
`)
}

function unwritable(path: string, code: string): UserError {
  const hints: Readonly<Record<string, readonly [what: string, hint: string]>> = {
    EEXIST: ['the file exists', 'write another name, or delete it first'],
    ENOENT: ['no such folder', 'create the folder first'],
    EISDIR: ['the path is a directory', 'write the path of a file in it'],
  }
  const [what, hint] = hints[code] ?? ['the file cannot be written', `${code}: write another path`]
  return new UserError(what, path, hint)
}

const asYaml = (schema: string) => `# yaml-language-server: $schema=${schema}\n${FIRST_SCENARIO}`

async function asJson(schema: string): Promise<string> {
  const { parse } = await import('yaml')
  return `${JSON.stringify({ $schema: schema, ...parse(FIRST_SCENARIO) }, null, 2)}\n`
}

const FIRST_SCENARIO = `name: first
description: The Arbitrum primary rate-limits, then hangs, while ETH falls.
rules: # tried in this order; the first that matches and fires decides
  - id: too-many
    match: { network: arbitrum, base: primary, endpoint: [tickers, signed-prices] } # which requests
    when: { after: 10s, until: 30s } # virtual time since the scenario was loaded
    fault: { status: 429, retryAfter: 2s } # the reply they get
  - id: dead
    match: { network: arbitrum, base: primary }
    when: { after: 30s, until: 60s }
    fault: { hang: true }
events: # moves of the market, the same on every network
  - { asset: ETH, at: 20s, move: -18%, over: 40s, recover: { to: -5%, over: 10m } }
`
