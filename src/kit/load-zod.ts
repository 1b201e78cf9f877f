/** Loads zod synchronously. The build replaces this module by one that loads shared/zod.cjs, see tools/zod.js. */
import { createRequire } from 'node:module'

export type Zod = typeof import('./zod-parts.js')

export const loadZod = (): Zod => createRequire(import.meta.url)('zod')
