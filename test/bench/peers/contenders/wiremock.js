/**
 * WireMock's standalone jar with what it can leave out left out: its journal of requests, logging, compression. The npm
 * package carries the jar; GMX_SIM_BENCH_WIREMOCK_JAR names another one.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { FAULTY_ONE_IN, IDLE_RULES, PATHS, times } from './contender.js'
import { pathIn } from './packages.js'
import { templateOf } from './template.js'

/** @typedef {import('./contender.js').Place} Place */

const JAR = process.env['GMX_SIM_BENCH_WIREMOCK_JAR'] ?? bundledJar()
const [, version = ''] = /-(\d+(?:\.\d+)+)\.jar$/.exec(basename(JAR)) ?? []
const OPTIONS = ['--no-request-journal', '--disable-banner', '--disable-request-logging', '--disable-gzip']
const GOOD = 'good'
const NUMBER = '{{randomInt lower=1000000000 upper=2000000000}}'
const missing = whyMissing()

/** @type {import('./contender.js').Contender} */
export const wiremock = {
  name: `WireMock ${version}`,
  role: 'peer',
  ...(missing !== undefined && { missing }),
  setUps: {
    plain: (place) => serve(place, plainStubs(place)),
    rules: (place) =>
      serve(place, [
        ...plainStubs(place),
        ...times(IDLE_RULES, () => ({
          priority: 1,
          request: { ...requestOf('tickers'), headers: { 'x-never': { equalTo: '1' } } },
          response: { status: 500 },
        })),
      ]),
    faults: (place) =>
      serve(
        place,
        times(FAULTY_ONE_IN, (i) => stateStub(place, i)),
      ),
    anew: (place) => {
      const template = Buffer.from(templateOf(place.bodies.tickers, NUMBER))
      return serve(place, [stub('tickers', template, { transformers: ['response-template'] })])
    },
    held: (place) =>
      serve(
        place,
        [stub('tickers', place.bodies.tickers, { fixedDelayMilliseconds: place.delayMs })],
        ['--async-response-enabled', 'true'],
      ),
  },
  cannot: {},
}

/** @param {Place} place */
function plainStubs({ bodies }) {
  return Object.entries(bodies).map(([name, body]) => stub(name, body))
}

/** @param {string} name */
const requestOf = (name) => ({ method: 'GET', urlPath: `/${name}` })

/** @param {string} name @param {Buffer} body @param {object} [special] */
function stub(name, body, special) {
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  return { request: requestOf(name), response: { status: 200, headers, body: String(body), ...special } }
}

/** It draws no lots: its states go round instead, and the last one of each round is the error. @param {Place} place @param {number} i */
function stateStub({ bodies }, i) {
  const name = (/** @type {number} */ n) => (n % FAULTY_ONE_IN === 0 ? 'Started' : `${GOOD}-${n}`)
  const state = {
    scenarioName: 'faults',
    requiredScenarioState: name(i),
    newScenarioState: name(i + 1),
  }
  if (i < FAULTY_ONE_IN - 1) return { ...stub('tickers', bodies.tickers), ...state }
  return { request: requestOf('tickers'), response: { status: 500 }, ...state }
}

/** @param {Place} place @param {readonly unknown[]} mappings @param {readonly string[]} [more] */
function serve({ folder, port }, mappings, more = []) {
  mkdirSync(join(folder, 'mappings'))
  mkdirSync(join(folder, '__files'))
  writeFileSync(join(folder, 'mappings', 'all.json'), JSON.stringify({ mappings }))
  const where = ['--port', String(port), '--bind-address', '127.0.0.1', '--root-dir', folder]
  return {
    command: 'java',
    args: ['-jar', JAR, ...where, ...OPTIONS, ...more],
    paths: PATHS,
  }
}

function bundledJar() {
  const folder = pathIn('wiremock/build')
  return join(
    folder,
    existsSync(folder) ? (readdirSync(folder).find((name) => name.endsWith('.jar')) ?? '') : '',
  )
}

function whyMissing() {
  if (!JAR.endsWith('.jar') || !existsSync(JAR))
    return `no jar at ${JAR}; set GMX_SIM_BENCH_WIREMOCK_JAR to one`
  if (spawnSync('java', ['-version']).status !== 0) return 'it needs Java 11 or newer on the PATH'
  return undefined
}
