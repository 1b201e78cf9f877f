/** `npm start`: bundles if something has changed, then serves. */
import { bundleIfChanged } from './bundle.js'

const parent = process.ppid
await bundleIfChanged()
// npm was ended meanwhile, and passed that on to its shell alone.
if (process.ppid !== parent) process.exit()
process.argv.splice(2, 0, 'serve')
await import(new URL('../dist/cli/main.js', import.meta.url).href)
