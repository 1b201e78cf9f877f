/** Mockoon's command line with what it can leave out left out: templating, CORS, log files, its admin API, its memory of requests. */
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FAULTY_ONE_IN, IDLE_RULES, PATHS, times } from './contender.js'
import { pathIn, versionOf } from './packages.js'
import { templateOf } from './template.js'

/** @typedef {import('./contender.js').Place} Place */

const OPTIONS = ['--disable-log-to-file', '--disable-admin-api', '--max-transaction-logs', '0']
const NEVER = { target: 'header', modifier: 'x-never', value: '1', invert: false, operator: 'equals' }
/** A whole number of twelve digits, drawn for each request. */
const NUMBER = '{{int 100000000000 999999999999}}'

/** @type {import('./contender.js').Contender} */
export const mockoon = {
  name: `Mockoon CLI ${versionOf('@mockoon/cli')}`,
  role: 'peer',
  setUps: {
    plain: (place) => serve(place),
    rules: (place) =>
      serve(place, (good) => ({
        responses: [
          ...times(IDLE_RULES, () => response({ statusCode: 500, rules: [NEVER], default: false })),
          good,
        ],
      })),
    faults: (place) =>
      serve(place, (good) => ({
        responseMode: 'RANDOM',
        responses: [
          ...times(FAULTY_ONE_IN - 1, (i) => ({ ...good, uuid: randomUUID(), default: i === 0 })),
          response({ statusCode: 500, default: false }),
        ],
      })),
    anew: (place) =>
      serve(place, () => ({
        responses: [response({ body: templateOf(place.bodies.tickers, NUMBER), disableTemplating: false })],
      })),
    held: (place) => serve(place, (good) => ({ responses: [{ ...good, latency: place.delayMs }] })),
  },
  cannot: {},
}

/**
 * @param {Place} place
 * @param {(good: object) => object} [routeOf] What the route to the tickers is, given its good response.
 */
function serve({ folder, port, bodies }, routeOf = (good) => ({ responses: [good] })) {
  const routes = Object.entries(bodies).map(([name, body]) => {
    const good = response({ body: String(body) })
    const special = name === 'tickers' ? routeOf(good) : { responses: [good] }
    return { ...route(name), ...special }
  })
  const file = join(folder, 'mockoon.json')
  writeFileSync(file, JSON.stringify(environment(port, routes)))
  const where = ['--data', file, '--port', String(port), '--hostname', '127.0.0.1']
  const args = [pathIn('@mockoon/cli/bin/run.js'), 'start', ...where, ...OPTIONS]
  return {
    command: process.execPath,
    args,
    paths: PATHS,
  }
}

/** @param {object} [special] */
function response(special) {
  return {
    uuid: randomUUID(),
    body: '{}',
    latency: 0,
    statusCode: 200,
    label: '',
    headers: [],
    bodyType: 'INLINE',
    filePath: '',
    databucketID: '',
    sendFileAsBody: false,
    rules: [],
    rulesOperator: 'OR',
    disableTemplating: true,
    fallbackTo404: false,
    default: true,
    crudKey: 'id',
    callbacks: [],
    ...special,
  }
}

/** @param {string} endpoint */
function route(endpoint) {
  const empty = { documentation: '', responseMode: null, streamingMode: null, streamingInterval: 0 }
  return { uuid: randomUUID(), type: 'http', method: 'get', endpoint, ...empty }
}

/** @param {number} port @param {readonly { uuid: string }[]} routes */
function environment(port, routes) {
  return {
    uuid: randomUUID(),
    lastMigration: 33,
    name: 'bench',
    endpointPrefix: '',
    latency: 0,
    port,
    hostname: '127.0.0.1',
    folders: [],
    routes,
    rootChildren: routes.map(({ uuid }) => ({ type: 'route', uuid })),
    proxyMode: false,
    proxyHost: '',
    proxyRemovePrefix: false,
    tlsOptions: {
      enabled: false,
      type: 'CERT',
      pfxPath: '',
      certPath: '',
      keyPath: '',
      caPath: '',
      passphrase: '',
    },
    cors: false,
    headers: [{ key: 'Content-Type', value: 'application/json; charset=utf-8' }],
    proxyReqHeaders: [],
    proxyResHeaders: [],
    data: [],
    callbacks: [],
  }
}
