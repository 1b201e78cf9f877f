/** Starts contenders in one set-up, side by side, and ends them. */

import { newFolder } from '../host/folders.js'
import { freePort } from '../host/ports.js'
import { start } from '../host/processes.js'

/**
 * @typedef {import('../contenders/contender.js').Contender} Contender
 * @typedef {import('../contenders/contender.js').BodyName} BodyName
 * @typedef {import('../contenders/contender.js').SetUp} SetUp
 *
 * @typedef {object} Served
 * @property {number} pid
 * @property {(name: BodyName) => string} url
 * @property {() => Promise<string>} stop
 *
 * @typedef {object} Plan What a run is made of; a quick one has less of everything.
 * @property {Readonly<Record<BodyName, Buffer>>} bodies
 * @property {readonly Contender[]} contenders
 * @property {readonly import('../clients/clients.js').Client[]} clients
 * @property {number} seconds Of each load.
 * @property {number} warmUpSeconds Of each server, before.
 * @property {number} rounds
 * @property {readonly number[]} connections
 * @property {readonly BodyName[]} sizes Besides the tickers.
 * @property {number} cycles
 * @property {number} fewRounds Of what takes long.
 * @property {number} requests Before memory is read.
 */

export const HELD_MS = 1500

/** Those who have the feature. @param {Plan} plan @param {SetUp} setUp */
export function able({ contenders }, setUp) {
  return contenders.filter(({ setUps, missing }) => setUps[setUp] !== undefined && missing === undefined)
}

/**
 * Resolves at the first 200; `startMs` is how long that took.
 * @param {Contender} who
 * @param {SetUp} setUp
 * @param {Plan} plan
 */
export async function serve(who, setUp, { bodies }) {
  const folder = newFolder()
  const launchOf = who.setUps[setUp]
  if (launchOf === undefined) throw new Error(`${who.name} has no ${setUp}`)
  const port = await freePort()
  const launch = launchOf({ folder, port, bodies, delayMs: HELD_MS })
  const url = (/** @type {BodyName} */ name) => `http://127.0.0.1:${port}${launch.paths[name]}`
  const startedMs = performance.now()
  const server = start(who.name, launch, folder)
  await server.answered(url('tickers'))
  return { pid: server.pid, url, stop: server.stop, startMs: performance.now() - startedMs }
}

/**
 * @template Result
 * @param {readonly Contender[]} contenders
 * @param {SetUp} setUp
 * @param {Plan} plan
 * @param {(servers: ReadonlyMap<Contender, Served>) => Promise<Result>} use
 * @returns {Promise<Result>}
 */
export async function withServers(contenders, setUp, plan, use) {
  /** @type {Map<Contender, Served>} */
  const servers = new Map()
  try {
    for (const who of contenders) servers.set(who, await serve(who, setUp, plan))
    return await use(servers)
  } finally {
    await Promise.all([...servers.values()].map(({ stop }) => stop()))
  }
}
