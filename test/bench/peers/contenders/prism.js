/** Prism mocking an OpenAPI document that has the replies as its examples: silent, without CORS. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { IDLE_RULES, PATHS } from './contender.js'
import { pathIn, versionOf } from './packages.js'

/** @typedef {import('./contender.js').Place} Place */

const OPTIONS = ['--host', '127.0.0.1', '--cors', 'false', '--verboseLevel', 'silent']

/** @type {import('./contender.js').Contender} */
export const prism = {
  name: `Prism CLI ${versionOf('@stoplight/prism-cli')}`,
  role: 'peer',
  setUps: {
    plain: (place) => serve(place),
    rules: (place) => {
      const idle = Array.from({ length: IDLE_RULES }, (_, i) => [`/idle-${i}/{id}`, idlePath()])
      return serve(place, Object.fromEntries(idle))
    },
    anew: (place) => {
      const schema = schemaOf(JSON.parse(String(place.bodies.tickers)))
      return serve(place, { '/tickers': path({ schema }) }, ['--dynamic'])
    },
  },
  cannot: {
    faults: 'the client has to ask for each error, by a header',
    held: 'it has no delays',
  },
}

/**
 * @param {Place} place
 * @param {object} [special] Paths beside those of the bodies, or instead of them.
 * @param {readonly string[]} [more]
 */
function serve({ folder, port, bodies }, special = {}, more = []) {
  const plain = Object.entries(bodies).map(([name, body]) => [
    `/${name}`,
    path({ example: JSON.parse(String(body)) }),
  ])
  const paths = { ...Object.fromEntries(plain), ...special }
  const file = join(folder, 'openapi.json')
  writeFileSync(
    file,
    JSON.stringify({ openapi: '3.0.3', info: { title: 'bench', version: '1' }, servers: [], paths }),
  )
  const args = [pathIn('@stoplight/prism-cli/dist/index.js'), 'mock', ...OPTIONS, ...more]
  return {
    command: process.execPath,
    args: [...args, '--port', String(port), file],
    paths: PATHS,
  }
}

/** @param {object} media */
function path(media) {
  return { get: { responses: { 200: { description: 'good', content: { 'application/json': media } } } } }
}

function idlePath() {
  return {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    ...path({ example: {} }),
  }
}

/** As many rows as there are, each with values of about the size that they have. @param {readonly object[]} rows */
function schemaOf(rows) {
  const text = { type: 'string', minLength: 12, maxLength: 12 }
  const address = { type: 'string', minLength: 42, maxLength: 42 }
  const whole = { type: 'integer', minimum: 1_000_000_000, maximum: 2_000_000_000 }
  const properties = Object.fromEntries(
    Object.entries(rows[0]).map(([key, value]) => [
      key,
      typeof value === 'number' ? whole : /address/i.test(key) ? address : text,
    ]),
  )
  const items = { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
  return { type: 'array', minItems: rows.length, maxItems: rows.length, items }
}
