/** For the tools: what measures, and what is measured against. */
export { pricesOf } from '../../test/support/prices.js'
export { BOUNDS } from './bounds.js'
export { measureSeed } from './measure.js'
export { correlation, deviation, differences } from './numbers.js'
export { EXTREME_LAWS, Pool, pooledFigures, ratiosOf } from './pool.js'
export { ASSETS, AT, sampleOf } from './sample.js'
