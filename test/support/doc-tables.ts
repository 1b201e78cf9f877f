/** The README's tables, made from the declarations themselves. `npm run docs` writes them into the file. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { ZodType } from 'zod'
import { cacheWindowOf } from '../../src/endpoints/cache-window.js'
import { ENDPOINTS } from '../../src/endpoints/index.js'
import { flagOf, OPTIONS, type Option, type OptionName, variableOf } from '../../src/options.js'
import { delayAbout, delayExamples } from '../../src/scenario/faults/delay.js'
import { FAULTS } from '../../src/scenario/faults/index.js'
import { POISONS } from '../../src/scenario/faults/poison.js'
import { LIBRARY, SCENARIOS } from './library.js'

/** The text with what stands between `<!-- name:start -->` and `<!-- name:end -->` made anew for every table. */
export function withTables(text: string): string {
  return Object.entries(TABLES).reduce((whole, [name, table]) => {
    const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`]
    const [before, between, ...more] = whole.split(start)
    const after = between?.split(end)
    if (after?.length !== 2 || more.length > 0)
      throw new Error(`README.md needs ${start} and ${end}, once each`)
    return `${before}${start}\n\n${table()}\n\n${end}${after[1]}`
  }, text)
}

const TABLES = {
  endpoints: endpointsTable,
  parameters: parametersTable,
  options: optionsTable,
  faults: faultsTable,
  poisons: poisonsTable,
  library: libraryTable,
}

function endpointsTable(): string {
  return tableOf(
    ['Path', 'Id', 'Cache window', 'What it gives'],
    ENDPOINTS.map((endpoint) => [
      code(endpoint.path),
      code(endpoint.id),
      cacheWindowOf(endpoint),
      endpoint.about,
    ]),
  )
}

function parametersTable(): string {
  return tableOf(
    ['Path', 'Parameter', 'Default', 'What', 'Example'],
    ENDPOINTS.flatMap(({ path, params }) =>
      Object.entries(params).map(([name, { schema, required, about, example }]) => {
        const words = wordsOf(schema)
        const what = words ? `${about}; one of ${words.map(code).join(' ')}` : about
        const fallback = required ? '(required)' : codeOrNothing(defaultOf(schema))
        return [code(path), code(name), fallback, what, codeOrNothing(example)]
      }),
    ),
  )
}

function optionsTable(): string {
  return tableOf(
    ['Option', 'Environment variable', 'Default', 'What it sets'],
    (Object.keys(OPTIONS) as OptionName[]).map((name) => {
      const { argument, fallback, about } = OPTIONS[name] as Option<unknown>
      const flag = argument === undefined ? flagOf(name) : `${flagOf(name)} ${argument}`
      return [code(flag), code(variableOf(name)), codeOrNothing(fallback), about]
    }),
  )
}

function faultsTable(): string {
  const delay = { key: 'delay', about: delayAbout, examples: delayExamples }
  return tableOf(
    ['Fault', 'What it does', 'Written'],
    [...FAULTS, delay].map(({ key, about, examples }) => [code(key), about, examples.map(code).join(' ')]),
  )
}

function poisonsTable(): string {
  return tableOf(
    ['Poison', 'What is wrong with the reply'],
    Object.entries(POISONS).map(([name, { about }]) => [code(name), about]),
  )
}

/** Each file with the first sentence of its description. */
function libraryTable(): string {
  return tableOf(
    ['Scenario', 'What happens'],
    LIBRARY.map((name) => {
      const { description } = parse(readFileSync(join(SCENARIOS, `${name}.yaml`), 'utf8')) as {
        description: string
      }
      return [`[${name}](scenarios/${name}.yaml)`, `${description.split(/(?<=\.) /)[0]}`]
    }),
  )
}

interface Schema {
  readonly def: {
    readonly innerType?: Schema
    readonly entries?: Readonly<Record<string, string>>
    readonly defaultValue?: string
  }
}

function defaultOf(schema: ZodType): string | undefined {
  return (schema as Schema).def.defaultValue
}

/** The words that a parameter may be, where it is a choice. */
function wordsOf(schema: ZodType | Schema): string[] | undefined {
  const { innerType, entries } = (schema as Schema).def
  return innerType ? wordsOf(innerType) : entries && Object.values(entries)
}

function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(heads), `|${heads.map(() => '---|').join('')}`, ...rows.map(line)].join('\n')
}

function codeOrNothing(text: string | undefined): string {
  return text === undefined ? '' : code(text)
}

function code(text: string): string {
  return `\`${text}\``
}
