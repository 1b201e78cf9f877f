/** Declarations of the package whose types sources infer from schemas and fixtures, by the path of their file. */

import * as z from 'zod'
import { type Endpoint, type Param, representationOf } from '../../src/api/endpoints/define.js'
import { ENDPOINTS } from '../../src/api/endpoints/index.js'
import { BUILT_IN, NETWORKS } from '../../src/market/catalogue/networks.js'
import { overlaySchema } from '../../src/scenario/custom-catalogue/schema.js'
import { scenarioSchema } from '../../src/scenario/schema.js'
import { duration, percent } from '../../src/scenario/values.js'
import { createTyping, EXCLUSIVE, indented, type Node, type Typing } from './typescript.js'

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Node

const madeFrom = (what: string) => `// Generated from ${what}.
`

/** Written at each build, for the declarations that the compiler infers: these would need zod and fixtures, and have no descriptions. */
export const DECLARATIONS: Readonly<Record<string, () => string>> = {
  'src/scenario/input.d.ts'() {
    const typing = createTyping([duration, percent].map((schema) => schema.meta()?.description))
    typing.typeOf(schemaOf(scenarioSchema, 'input'))
    return `${madeFrom('the schema of scenario files')}
/**
 * Types of a scenario as an object, equal to the scenario file: editors complete keys, and a misspelt key does not compile.
 */
import type { BaseName, NetworkName } from '../market/catalogue/names.js'
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
  },

  'src/scenario/custom-catalogue/input.d.ts'() {
    const typing = createTyping([duration, percent].map((schema) => schema.meta()?.description))
    const { properties, additionalProperties } = schemaOf(overlaySchema, 'input')
    const networks = typing.typeOf(properties?.['networks'] as Node)
    const lists = typing.typeOf(additionalProperties as Node)
    return `${madeFrom('the schema of catalogue files')}
/** Types of a catalogue as an object, equal to the catalogue file. */
import type { Duration, Percent } from '../input.js'

${typing.declarations()}

/** Changes to the built-in catalogue: networks to add, change or remove, and their tokens and markets. */
export interface CatalogueInput {
  /** Location of the schema, for editors */
  readonly $schema?: string
  readonly networks?: ${networks}
  readonly [network: string]: ${lists} | ${networks} | string | undefined
}

/** The path or URL of a file, the text of one (YAML or JSON), or a catalogue as an object. */
export type CatalogueSource = string | URL | CatalogueInput
`
  },

  'src/market/catalogue/names.d.ts'() {
    const union = (names: readonly string[]) => names.map((name) => `'${name}'`).join(' | ')
    return `${madeFrom('the built-in networks')}
/** The built-in networks. */
export type BuiltInNetwork = ${union(NETWORKS)}

/** The names of their base addresses. */
export type BuiltInBase = ${union(BUILT_IN.names)}

/** Any text; unlike \`string\` it keeps completion for the names in the union. */
type AnyName = string & {}

/** A network: a built-in one, or one of a catalogue. Unknown names throw at run time. */
export type NetworkName = BuiltInNetwork | AnyName

/** A base address of a network: \`primary\`, a fallback by its name, or one of a catalogue. */
export type BaseName = BuiltInBase | AnyName
`
  },

  'src/entrypoints/testing/replies.d.ts'() {
    const typing = createTyping()
    const entries = ENDPOINTS.map((endpoint) => entryOf(endpoint, typing))
    return `${madeFrom('the schemas of endpoints')}
/** Types of the replies of the documented dialect. */
import type { NetworkName } from '../../market/catalogue/names.js'

${typing.declarations()}

/** Reply and query of each endpoint. */
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
  },
}

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
  const paramOf = ({ format, about: description }: Param) => ({ ...format.described, description })
  const properties = Object.fromEntries(names.map((name) => [name, paramOf(params[name])]))
  const query = typeOf({ type: 'object', properties, required })
  return required.length > 0 ? query : `${query} | undefined`
}
