import { readFileSync } from 'node:fs'

/** The package's folder, two above both source and bundle. */
export const PACKAGE = new URL('../../', import.meta.url)

export const VERSION: string = JSON.parse(readFileSync(new URL('package.json', PACKAGE), 'utf8')).version

/** Raised whenever the same seed and instant give other bytes than before. */
export const ALGORITHM = 6

/** Raised when a field of a log event is removed or changes its meaning, not when one is added. */
export const LOG_VERSION = 1
