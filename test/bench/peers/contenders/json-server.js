/** json-server with the replies as its database: quiet, read-only, without CORS and compression, which cost it time. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { IDLE_RULES, PATHS } from './contender.js'
import { pathIn, versionOf } from './packages.js'

/** @typedef {import('./contender.js').Place} Place */

const OPTIONS = ['--quiet', '--read-only', '--no-cors', '--no-gzip', '--host', '127.0.0.1']

/** @type {import('./contender.js').Contender} */
export const jsonServer = {
  name: `json-server ${versionOf('json-server')}`,
  role: 'peer',
  jsonOnly: 'it writes each reply anew, indented by two blanks (33 kB for 27)',
  setUps: {
    plain: (place) => serve(place),
    rules: (place) => {
      const routes = Object.fromEntries(
        Array.from({ length: IDLE_RULES }, (_, i) => [`/idle-${i}/:id`, '/tickers/:id']),
      )
      const file = join(place.folder, 'routes.json')
      writeFileSync(file, JSON.stringify(routes))
      return serve(place, ['--routes', file])
    },
    held: (place) => serve(place, ['--delay', String(place.delayMs)]),
  },
  cannot: {
    faults: 'only by a middleware that the user writes',
    anew: 'it answers with what its database holds',
  },
}

/** @param {Place} place @param {readonly string[]} [more] */
function serve({ folder, port, bodies }, more = []) {
  const file = join(folder, 'db.json')
  const database = Object.fromEntries(
    Object.entries(bodies).map(([name, body]) => [name, JSON.parse(String(body))]),
  )
  writeFileSync(file, JSON.stringify(database))
  const args = [pathIn('json-server/lib/cli/bin.js'), ...OPTIONS, '--port', String(port), ...more, file]
  return { command: process.execPath, args, paths: PATHS }
}
