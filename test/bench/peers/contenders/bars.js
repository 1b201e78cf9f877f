/** Not peers but bars: what the machine gives when nothing is simulated. */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PATHS } from './contender.js'

/** @typedef {import('./contender.js').Place} Place */

/** The project's Express, not the older one that a peer has brought. */
const ROOT = new URL('../../../../package.json', import.meta.url)
const NO_RULES = 'a bar: it knows no rules'
const NO_MARKET = 'a bar: it has the bytes in hand and makes nothing'
const { version: expressVersion } = JSON.parse(
  readFileSync(createRequire(ROOT).resolve('express/package.json'), 'utf8'),
)

/** @type {import('./contender.js').Contender} */
export const bareHttp = {
  name: `node:http ${process.version.slice(1)}`,
  role: 'bar',
  setUps: {
    plain: (place) => node('bare.js', [place.port, 0, ...files(place)]),
    held: (place) => node('bare.js', [place.port, place.delayMs, ...files(place)]),
  },
  cannot: { rules: NO_RULES, faults: NO_RULES, anew: NO_MARKET },
}

/** @type {import('./contender.js').Contender} */
export const expressRoute = {
  name: `Express ${expressVersion} route`,
  role: 'bar',
  setUps: { plain: (place) => node('express-route.js', [place.port, ...files(place)]) },
  cannot: { rules: NO_RULES, faults: NO_RULES, anew: NO_MARKET, held: NO_RULES },
}

/** @param {Place} place */
function files({ folder, bodies }) {
  return Object.entries(bodies).map(([name, body]) => {
    const file = join(folder, name)
    writeFileSync(file, body)
    return `/${name}=${file}`
  })
}

/** @param {string} server @param {readonly (string | number)[]} args */
function node(server, args) {
  const file = fileURLToPath(new URL(`../servers/${server}`, import.meta.url))
  return { command: process.execPath, args: [file, ...args.map(String)], paths: PATHS }
}
