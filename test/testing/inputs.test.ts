/** Types that are made from schemas: `npm run types:inputs` writes them, and they are up to date. */
import { expect, test } from 'vitest'
import * as z from 'zod'
import { BASES, NETWORKS } from '../../src/catalogue/networks.js'
import type { DescribedCall } from '../../src/control/define.js'
import { CONTROL_CALLS } from '../../src/control/index.js'
import { WATCH_EVENTS } from '../../src/control/watch.js'
import { overlaySchema } from '../../src/custom-catalogue/schema.js'
import { type Endpoint, type Param, representationOf } from '../../src/endpoints/define.js'
import { ENDPOINTS } from '../../src/endpoints/index.js'
import { scenarioSchema } from '../../src/scenario/schema.js'
import { duration, percent } from '../../src/scenario/values.js'
import { createTyping, EXCLUSIVE, indented, type Node, type Typing } from '../support/typescript.js'

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Node

const madeFrom = (what: string) => `// biome-ignore-all format: made by a program
// biome-ignore-all lint/style/noExcessiveLinesPerFile: made by a program
// Made by \`npm run types:inputs\` from ${what}: not to be changed by hand.
`

test('src/scenario/input.ts is what npm run types:inputs makes', async () => {
  const typing = createTyping([duration, percent].map((schema) => schema.meta()?.description))
  typing.typeOf(schemaOf(scenarioSchema, 'input'))
  const text = `${madeFrom('the schema of scenario files')}
/**
 * A scenario as an object, as types: exactly what a scenario file may say, so that an editor knows what may be written
 * and a misspelt key does not compile.
 */
import type { BaseName, NetworkName } from '../catalogue/names.js'
import type { ReplyFunction } from './reply-function.js'

/** A number and its unit: \`250ms\`, \`10s\`, \`5m\`, \`2h\`, \`1d\`. */
export type Duration = \`\${number}\${'ms' | 's' | 'm' | 'h' | 'd'}\`

/** A change in per cent: \`-18%\`. */
export type Percent = \`\${number}%\`

${EXCLUSIVE}

${typing.declarations()}

/**
 * A path, which counts from the working directory; the name of one that comes with the package, \`primary-outage\`; the URL
 * of a file; the text of a scenario, YAML or JSON; or a scenario as an object.
 */
export type ScenarioSource = string | URL | ScenarioInput
`
  await expect(text).toMatchFileSnapshot('../../src/scenario/input.ts')
})

test('src/custom-catalogue/input.ts is what npm run types:inputs makes', async () => {
  const typing = createTyping([duration, percent].map((schema) => schema.meta()?.description))
  const { properties, additionalProperties } = schemaOf(overlaySchema, 'input')
  const networks = typing.typeOf(properties?.['networks'] as Node)
  const lists = typing.typeOf(additionalProperties as Node)
  const text = `${madeFrom('the schema of catalogue files')}
/** A catalogue as an object, as types: what a catalogue file may say. */
import type { Duration, Percent } from '../scenario/input.js'

${typing.declarations()}

/** What is laid over the built-in catalogue: networks that come, change or go, and what each network has. */
export interface CatalogueInput {
  /** Where an editor finds the schema */
  readonly $schema?: string
  readonly networks?: ${networks}
  readonly [network: string]: ${lists} | ${networks} | string | undefined
}

/** The path or URL of a file, the text of one (YAML or JSON), or a catalogue as an object. */
export type CatalogueSource = string | URL | CatalogueInput
`
  await expect(text).toMatchFileSnapshot('../../src/custom-catalogue/input.ts')
})

test('src/catalogue/names.ts is what npm run types:inputs makes', async () => {
  const union = (names: readonly string[]) => names.map((name) => `'${name}'`).join(' | ')
  const text = `// Made by \`npm run types:inputs\` from fixtures/networks.json: not to be changed by hand.

/** The built-in networks. */
export type BuiltInNetwork = ${union(NETWORKS)}

/** The names of their base addresses. */
export type BuiltInBase = ${union(BASES)}

/** Any text; unlike \`string\` it keeps completion for the names in the union. */
type AnyName = string & {}

/** A network: a built-in one, or one of a catalogue. Unknown names throw at run time. */
export type NetworkName = BuiltInNetwork | AnyName

/** A base address of a network: \`primary\`, a fallback by its name, or one of a catalogue. */
export type BaseName = BuiltInBase | AnyName
`
  await expect(text).toMatchFileSnapshot('../../src/catalogue/names.ts')
})

test('src/testing/replies.ts is what npm run types:inputs makes', async () => {
  const typing = createTyping()
  const entries = ENDPOINTS.map((endpoint) => entryOf(endpoint, typing))
  const text = `${madeFrom('the schemas of endpoints')}
/** The replies of the documented dialect, as types. */
import type { NetworkName } from '../catalogue/names.js'

${typing.declarations()}

/** What each endpoint says, and what it may be asked. */
export interface Replies {
${entries.join('\n')}
}

/** \`ask('arbitrum', 'candles', { tokenSymbol: 'ETH', period: '15m' })\` */
export type Ask = <Id extends keyof Replies>(
  network: NetworkName,
  endpoint: Id,
  ...query: undefined extends Replies[Id]['query']
    ? [query?: Replies[Id]['query']]
    : [query: Replies[Id]['query']]
) => Promise<Replies[Id]['reply']>
`
  await expect(text).toMatchFileSnapshot('../../src/testing/replies.ts')
})

test('src/ui/replies.ts is what npm run types:inputs makes', async () => {
  const typing = createTyping()
  const events = Object.entries(WATCH_EVENTS).map(([name, schema]) => [name, schema] as const)
  const calls = CONTROL_CALLS.flatMap(({ method, path, reply }: DescribedCall) =>
    reply === 'text' ? [] : [[`'${method} ${path}'`, reply] as const],
  )
  const typed = (entries: readonly (readonly [key: string, schema: z.ZodType])[]) =>
    indented(
      entries.map(([key, schema]) => `readonly ${key}: ${typing.typeOf(pageSchemaOf(schema))}`).join('\n'),
    )
  const [eventTypes, callTypes] = [typed(events), typed(calls)]
  const text = `${madeFrom('the schemas of control calls')}
/** The control API's replies and events, as types of the page. */

${typing.declarations()}

/** Events of the stream by name. */
export interface WatchEvents {
${eventTypes}
}

/** Replies by method and path. */
export interface Replies {
${callTypes}
}
`
  await expect(text).toMatchFileSnapshot('../../src/ui/replies.ts')
})

/** Names of networks and base addresses are plain text to the page, which knows no catalogue. */
const pageSchemaOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => void delete jsonSchema['tsType'],
  }) as Node

function entryOf(endpoint: Endpoint, { typeOf }: Typing): string {
  const reply = typeOf(schemaOf(representationOf(endpoint, 'documented').schema(), 'output'))
  const query = queryOf(endpoint, typeOf)
  const facts = [`readonly reply: ${reply}`, `readonly query: ${query}`].join('\n')
  const key = /^\w+$/.test(endpoint.id) ? endpoint.id : `'${endpoint.id}'`
  return indented(`/** ${endpoint.path}: ${endpoint.about}. */\nreadonly ${key}: {\n${indented(facts)}\n}`)
}

/** The values that the texts of a query stand for. */
function queryOf({ params }: Endpoint, typeOf: Typing['typeOf']): string {
  const names = Object.keys(params)
  if (names.length === 0) return 'undefined'
  const required = names.filter((name) => params[name].required)
  const paramOf = ({ schema, about: description }: Param) => ({ ...schemaOf(schema, 'output'), description })
  const properties = Object.fromEntries(names.map((name) => [name, paramOf(params[name])]))
  const query = typeOf({ type: 'object', properties, required })
  return required.length > 0 ? query : `${query} | undefined`
}
