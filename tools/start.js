/** `npm start`: bundles if an input has changed, then serves. */
import { bundleIfChanged } from './bundle.js'

const parent = process.ppid
await bundleIfChanged()
// npm exited meanwhile, and signalled its shell only.
if (process.ppid !== parent) process.exit()
process.argv.splice(2, 0, 'serve')
await import(new URL('../dist/cli/main.js', import.meta.url).href)
