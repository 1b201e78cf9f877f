/** Library scenarios. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './cli.js'

export const SCENARIOS = join(ROOT, 'scenarios')
/** File names without `.yaml`. */
export const LIBRARY = readdirSync(SCENARIOS).map((file) => file.replace(/\.yaml$/, ''))
