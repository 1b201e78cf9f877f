/**
 * What takes part. A set-up is what a server is asked to be before it is measured; whoever lacks one has no such feature,
 * and says so in `cannot`.
 *
 * @typedef {'plain' | 'rules' | 'faults' | 'anew' | 'held'} SetUp
 * @typedef {'tickers' | 'signed' | 'small'} BodyName
 *
 * @typedef {object} Place
 * @property {string} folder For its configuration; empty.
 * @property {number} port
 * @property {Readonly<Record<BodyName, Buffer>>} bodies What it is to answer with.
 * @property {number} delayMs How long it holds each request when set up to.
 *
 * @typedef {import('../host/processes.js').Launch & { paths: Readonly<Record<BodyName, string>> }} Ready
 *
 * @typedef {object} Contender
 * @property {string} name With its version.
 * @property {'ours' | 'peer' | 'bar'} role Only peers are to be behind; bars show what there is to reach.
 * @property {string} [missing] Why it cannot be measured here.
 * @property {string} [jsonOnly] Set where it writes its own text of the same JSON: why.
 * @property {Readonly<Partial<Record<SetUp, (place: Place) => Ready>>>} setUps
 * @property {Readonly<Partial<Record<SetUp, string>>>} cannot
 */

/** So many rules, stubs or routes stand by that no request is meant for. */
export const IDLE_RULES = 20
/** One reply in so many is an error, where errors are asked for. */
export const FAULTY_ONE_IN = 20

/** @param {number} length @param {(index: number) => unknown} make */
export const times = (length, make) => Array.from({ length }, (_, index) => make(index))

/** Where everyone but gmx-sim has the replies. */
export const PATHS = { tickers: '/tickers', signed: '/signed', small: '/small' }
