/** `gmx-sim init`: writes a first scenario that references the schema for editors. */
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UserError } from '../../kit/errors.js'
import { commandLine, shellWord } from '../../kit/text/words.js'
import { PACKAGE } from '../../kit/version.js'

export async function init(path: string): Promise<void> {
  const file = resolve(path)
  try {
    await writeFile(file, firstScenario(schemaPathFrom(dirname(file))), { flag: 'wx' })
  } catch (error) {
    throw unwritable(path, (error as NodeJS.ErrnoException).code ?? String(error))
  }
  const word = shellWord(path)
  process.stdout.write(`${path} is written.
Explain it: ${commandLine('explain', word)}
Play it:    ${commandLine('serve', '--scenario', word, '--watch')}
`)
}

/** Path of the schema: relative within a project or clone, else absolute. */
function schemaPathFrom(folder: string): string {
  const clone = fileURLToPath(PACKAGE)
  const schema = resolve(clone, SCHEMA)
  const near = `${folder}${sep}`.startsWith(clone) ? schema : installedSchema(folder)
  return near === undefined ? schema : relative(folder, near).split(sep).join('/')
}

const SCHEMA = 'fixtures/scenario.schema.json'

/** Prefers the path through `node_modules`, which stays valid when a link there changes. */
function installedSchema(folder: string): string | undefined {
  const file = resolve(folder, 'node_modules/gmx-sim', SCHEMA)
  if (existsSync(file)) return file
  return dirname(folder) === folder ? undefined : installedSchema(dirname(folder))
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

function firstScenario(schema: string): string {
  return `# yaml-language-server: $schema=${schema}
name: first
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
}
