/**
 * `gmx-sim init`: writes a first scenario or catalogue, YAML or JSON by the name of its file, that references the schema for editors;
 * or a first test.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, extname, resolve } from 'node:path'
import { UserError } from '../../kit/errors.js'
import { packagePath } from '../../kit/package-path.js'
import { commandLine, shellWord } from '../../kit/text/words.js'
import { PACKAGE } from '../../kit/version.js'

export async function init(path: string, kind: 'scenario' | 'catalogue'): Promise<void> {
  const file = resolve(path)
  const ending = extname(path).toLowerCase()
  const isTest = /\.(test|spec)\.[cm]?[jt]s$/.test(path)
  if (!isTest && !['.yaml', '.yml', '.json'].includes(ending))
    throw new UserError(
      'init writes YAML, JSON or a test',
      path,
      'end the name of the file with .yaml, .yml, .json, .test.js or .test.ts',
    )
  const template = new URL(`examples/first-test/${isTest ? 'prices.test.js' : `${kind}.yaml`}`, PACKAGE)
  const text = await readFile(template, 'utf8')
  const schema = packagePath(`fixtures/${kind}.schema.json`, dirname(file))
  try {
    await writeFile(file, isTest ? text : await withSchema(ending, schema, text), { flag: 'wx' })
  } catch (error) {
    throw unwritable(path, (error as NodeJS.ErrnoException).code ?? String(error))
  }
  const uses = USES[isTest ? 'test' : kind](shellWord(path))
  process.stdout.write([`${path} is written.`, ...uses, ''].join('\n'))
}

const USES: Readonly<Record<'scenario' | 'catalogue' | 'test', (word: string) => readonly string[]>> = {
  scenario: (word) => [
    `Explain it: ${commandLine('explain', word)}`,
    `Play it:    ${commandLine('serve', '--scenario', word, '--watch')}`,
  ],
  catalogue: (word) => [
    `Print it: ${commandLine('catalogue', '--catalogue', word)}`,
    `Serve it: ${commandLine('serve', '--catalogue', word)}`,
  ],
  test: (word) => [`Run it: npx vitest run ${word}`],
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

async function withSchema(ending: string, schema: string, yaml: string): Promise<string> {
  if (ending !== '.json') return `# yaml-language-server: $schema=${schema}\n${yaml}`
  const { parse } = await import('yaml')
  return `${JSON.stringify({ $schema: schema, ...parse(yaml) }, null, 2)}\n`
}
