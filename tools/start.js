/** `npm start`: bundles if something has changed, then serves. */
import { bundleIfChanged } from './bundle.js'

await bundleIfChanged()
process.argv.splice(2, 0, 'serve')
await import(new URL('../dist/cli/main.js', import.meta.url).href)
