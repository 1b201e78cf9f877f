/** The bytes that everyone serves: replies of gmx-sim, of three sizes. And whether a server does serve them. */
import { execFileSync } from 'node:child_process'
import { isDeepStrictEqual } from 'node:util'
import { AT, CLI, PATHS } from './contenders/gmx-sim.js'
import { BenchError } from './host/errors.js'
import { get } from './host/get.js'

/** @typedef {import('./contenders/contender.js').BodyName} BodyName */

/** @type {readonly BodyName[]} */
export const BODY_NAMES = ['tickers', 'signed', 'small']
/** What is made anew may be so much smaller or larger than the tickers. */
const ANEW_SIZES = { least: 0.8, most: 1.25 }
/** One reply in twenty may be an error: so many in a row are a lie. */
const MAX_TRIES = 20

/** @returns {Record<BodyName, Buffer>} */
export function makeBodies() {
  const bodyOf = (/** @type {BodyName} */ name) =>
    execFileSync(process.execPath, [CLI, 'get', PATHS[name].slice(1), '--at', AT])
  return { tickers: bodyOf('tickers'), signed: bodyOf('signed'), small: bodyOf('small') }
}

/** @param {Buffer} body */
export const sizeOf = (body) => `${(body.length / 1000).toFixed(0)} kB`

/**
 * How the reply from there is like `expected`: an error if it is not even the same JSON.
 * @param {string} who
 * @param {string} url
 * @param {Buffer} expected
 * @returns {Promise<'same bytes' | 'same JSON'>}
 */
export async function likeness(who, url, expected) {
  const body = await goodBody(who, url)
  if (body.equals(expected)) return 'same bytes'
  if (isDeepStrictEqual(parsed(body), parsed(expected))) return 'same JSON'
  throw new BenchError(
    `${who} serves something else`,
    String(body.subarray(0, 100)),
    'see its set-up in contenders/',
  )
}

/**
 * Checks that two replies differ, and that each is a list like the tickers, of about their size.
 * @param {string} who
 * @param {string} url
 * @param {Buffer} tickers
 */
export async function checkAnew(who, url, tickers) {
  const bodies = [await goodBody(who, url), await goodBody(who, url)]
  const rows = parsed(tickers)
  for (const body of bodies) {
    const list = parsed(body)
    const share = body.length / tickers.length
    const isLike =
      Array.isArray(list) &&
      list.length === rows.length &&
      list.every((row) => isDeepStrictEqual(Object.keys(row).sort(), Object.keys(rows[0]).sort()))
    if (!isLike || share < ANEW_SIZES.least || share > ANEW_SIZES.most)
      throw new BenchError(
        `${who} makes something else`,
        `${body.length} bytes`,
        'see its set-up in contenders/',
      )
  }
  if (bodies[0].equals(bodies[1]))
    throw new BenchError(`${who} makes nothing anew`, 'the same bytes twice', 'see its set-up in contenders/')
}

/** @param {string} who @param {string} url */
async function goodBody(who, url) {
  const seen = []
  for (let i = 0; i < MAX_TRIES; i++) {
    const { status, body } = await asked(who, url)
    if (status === 200) return body
    seen.push(status)
  }
  throw new BenchError(
    `${who} does not answer ${url}`,
    `status ${seen.join(' ')}`,
    'see its set-up in contenders/',
  )
}

/** @param {string} who @param {string} url */
async function asked(who, url) {
  try {
    return await get(url)
  } catch (error) {
    throw new BenchError(`${who} is no longer there`, String(error), 'run it by hand to see why it ends')
  }
}

/** @param {Buffer} body */
function parsed(body) {
  try {
    return JSON.parse(String(body))
  } catch {
    return undefined
  }
}
