/** For the tools: the figures and their bounds. */
export { BOUNDS, STRESS_BOUNDS } from './bounds.js'
export { measureSeed } from './measure.js'
export { Pool, pooledFigures } from './pool.js'
export { measureStress } from './stress.js'
