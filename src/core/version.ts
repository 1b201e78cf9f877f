import { readFileSync } from 'node:fs'

/** The package's version. Source and bundle both lie two folders below the package. */
export const VERSION: string = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
).version
