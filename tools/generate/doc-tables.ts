/** Tables of the docs, generated from declarations. `npm run generate` writes them. */

import { cacheWindowOf, type Endpoint, exampleOf } from '../../src/api/endpoints/define.js'
import { ENDPOINTS, interfaceOf, ROUTED } from '../../src/api/endpoints/index.js'
import { EVENT_FIELDS, LOG_EVENTS } from '../../src/entrypoints/cli/log-events.js'
import { SERVE_FLAGS } from '../../src/entrypoints/cli/serve-command.js'
import { CHECKS } from '../../src/grading/checks/index.js'
import { groupBy } from '../../src/kit/maps.js'
import { basePrefix } from '../../src/market/catalogue/bases.js'
import { fixtureFiles, loadCatalogue } from '../../src/market/catalogue/load.js'
import { BASES, BUILT_IN, NETWORKS } from '../../src/market/catalogue/networks.js'
import { DRILL } from '../../src/rehearsal/drill.js'
import { boundsInWords } from '../../src/rehearsal/words.js'
import { delayAbout, delayExamples } from '../../src/scenario/faults/delay.js'
import { FAULTS } from '../../src/scenario/faults/index.js'
import { POISONS } from '../../src/scenario/faults/poison.js'
import { flagOf, OPTIONS, type Option, type OptionName } from '../../src/server/config/schema.js'
import { CONTROL_CALLS } from '../../src/server/control/index.js'
import { READ_CLIENTS, SDK_API, SDK_CLIENTS } from './client-calls.js'
import { LIMITS } from './limits.js'
import { code, codeOrNothing, tableOf } from './markdown-table.js'
import { toolsTable } from './tools-table.js'

/** Regenerates every table between `<!-- name:start -->` and `<!-- name:end -->`. */
export function withTables(text: string): string {
  return namesOfTables(text).reduce((whole, name) => {
    const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`]
    const [before, between, ...more] = whole.split(start)
    const after = between?.split(end)
    const table = TABLES[name as TableName]
    if (after?.length !== 2 || more.length > 0)
      throw new Error(`a document needs ${start} and ${end}, once each`)
    if (table === undefined)
      throw new Error(`there is no table ${name}: write one of ${TABLE_NAMES.join(', ')}`)
    return `${before}${start}\n\n${table()}\n\n${end}${after[1]}`
  }, text)
}

/** Names of the tables in a page. */
export function namesOfTables(text: string): string[] {
  return [...text.matchAll(/^<!-- (\S+):start -->$/gm)].map(([, name]) => name)
}

const TABLES = {
  endpoints: () => endpointsTable(interfaceOf(1)),
  parameters: () => parametersTable(interfaceOf(1)),
  beyond: () => queriesTable(BEYOND),
  second: () => queriesTable(SECOND),
  clients: clientsTable,
  bases: basesTable,
  hosts: hostsTable,
  options: optionsTable,
  events: eventsTable,
  faults: faultsTable,
  poisons: poisonsTable,
  calls: callsTable,
  tools: toolsTable,
  checks: checksTable,
  drill: drillTable,
  'limits-memory': () => limitsTable('memory'),
  'limits-scenarios': () => limitsTable('scenarios'),
  'limits-connections': () => limitsTable('connections'),
}

const BEYOND: readonly Endpoint[] = ENDPOINTS.filter(({ isBeyond }: Endpoint) => isBeyond)
const SECOND: readonly Endpoint[] = ROUTED.filter(({ generation }: Endpoint) => generation === 2)

type TableName = keyof typeof TABLES

export const TABLE_NAMES = Object.keys(TABLES)

/** Fields of each event of the log, without those of all events. */
function eventsTable(): string {
  return tableOf(
    ['Event', 'Meaning', 'Fields'],
    Object.entries(LOG_EVENTS).map(([name, { shape, description = '' }]) => [
      code(name),
      description,
      Object.keys(shape)
        .filter((field) => field !== 'event' && !(field in EVENT_FIELDS))
        .map(code)
        .join(', '),
    ]),
  )
}

function limitsTable(section: keyof typeof LIMITS): string {
  return tableOf(
    ['what', 'limit', 'beyond it'],
    LIMITS[section].map(([what, limit, beyond]) => [what, limit.toLocaleString('en'), beyond]),
  )
}

function checksTable(): string {
  return tableOf(
    ['Check', 'Measures', 'Level, weight', 'Bounds', 'Needs', 'From'],
    CHECKS.map((check) => [
      code(check.id),
      check.asks,
      `${check.level} ${check.weight}`,
      boundsInWords(check),
      check.needs,
      check.source ?? '',
    ]),
  )
}

/** Scenarios of the drill, with the length of incidents that never end. */
function drillTable(): string {
  return DRILL.map(
    ({ name, incidentMs }) => code(name) + (incidentMs === undefined ? '' : ` (${incidentMs / 1000} s)`),
  ).join(', ')
}

function clientsTable(): string {
  const clients = [
    ...[...SDK_CLIENTS, SDK_API].map((client) => ({ ...client, how: 'run' })),
    ...READ_CLIENTS.map((client) => ({ ...client, how: 'replayed' })),
  ]
  // Versions of one client with the same requests share their rows.
  const same = groupBy(clients, ({ name, calls, how }) => JSON.stringify([name, calls, how]))
  return tableOf(
    ['Client', 'Call', 'Requests'],
    [...same.values()].flatMap((group) => {
      const [{ name, calls, how }] = group
      const versions = group.map(({ version }) => version)
      return calls.map(({ call, asks }, row) => [
        row === 0 ? `${name} ${versions.join(', ')} (${how})` : '',
        code(call),
        asks.map((asked) => code(asked.replace(/^GET /, ''))).join(', '),
      ])
    }),
  )
}

function endpointsTable(endpoints: readonly Endpoint[]): string {
  return tableOf(['Path', 'Id', 'Cache window', 'What it gives'], endpoints.map(endpointCells))
}

/** Endpoints with the names of their parameters, which OpenAPI describes. */
function queriesTable(endpoints: readonly Endpoint[]): string {
  return tableOf(
    ['Path', 'Id', 'Cache window', 'What it gives', 'Parameters'],
    endpoints.map((endpoint) => [
      ...endpointCells(endpoint),
      Object.entries(endpoint.params)
        .map(([name, { required }]) => (required ? `**${code(name)}**` : code(name)))
        .join(' '),
    ]),
  )
}

function endpointCells(endpoint: Endpoint): string[] {
  return [
    code(endpoint.takes === undefined ? endpoint.path : `POST ${endpoint.path}`),
    code(endpoint.id),
    cacheWindowOf(endpoint),
    endpoint.about,
  ]
}

function parametersTable(endpoints: readonly Endpoint[]): string {
  return tableOf(
    ['Path', 'Parameter', 'Default', 'What', 'Example'],
    endpoints.flatMap(({ path, params }) =>
      Object.entries(params).map(([name, param]) => {
        const { format, required, default: byDefault, about } = param
        const example = exampleOf(param, loadCatalogue().networks['arbitrum'])
        const words = format.described.enum
        const what = words ? `${about}; one of ${words.map(code).join(' ')}` : about
        const fallback = required ? '(required)' : byDefault === undefined ? '' : code(String(byDefault))
        return [code(path), code(name), fallback, what, codeOrNothing(example)]
      }),
    ),
  )
}

function optionsTable(): string {
  const settings = (Object.keys(OPTIONS) as OptionName[]).map((name) => {
    const { argument, fallback, fallbackAbout = '', about } = OPTIONS[name] as Option<unknown>
    const flag = argument === undefined ? flagOf(name) : `${flagOf(name)} ${argument}`
    return [code(flag), codeOrNothing(fallback) || fallbackAbout, about]
  })
  const flags = SERVE_FLAGS.map(({ flags, about, ...others }) => {
    const { fallback = undefined } = 'variable' in others ? others : {}
    return [code(flags), codeOrNothing(fallback), about]
  })
  return tableOf(['Option', 'Default', 'What it sets'], [...settings, ...flags])
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

function basesTable(): string {
  const { networks } = fixtureFiles()
  return tableOf(
    ['Network', 'Chain id', ...BASES.map((base) => code(base))],
    NETWORKS.map((network) => [
      network,
      String(networks[network].chainId),
      ...BASES.map((base) =>
        BUILT_IN.of(network).some((address) => address.base === base)
          ? code(`/${basePrefix(network, base)}`)
          : '',
      ),
    ]),
  )
}

function hostsTable(): string {
  return tableOf(
    ['Host of the live service', 'Base', 'Here'],
    BUILT_IN.addresses.map(({ base, prefix, liveHosts }) => [
      liveHosts.map(code).join(', '),
      base,
      code(`/${prefix}`),
    ]),
  )
}

function callsTable(): string {
  return tableOf(
    ['Call', 'What it does', 'Body, for example'],
    CONTROL_CALLS.map(({ method, path, about, example, textBody, isOfServer }) => [
      code(`${method} ${path.replaceAll(/:(\w+)/g, '<$1>')}`),
      isOfServer ? `${about} Not in sessions.` : about,
      textBody ? 'a scenario, YAML or JSON' : example === undefined ? '' : code(JSON.stringify(example)),
    ]),
  )
}
