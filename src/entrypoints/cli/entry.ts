#!/usr/bin/env node
/** The executable: enables the compile cache of Node 22.1+ before other modules load. */
import module from 'node:module'
import { exitFailedWorker } from './signals.js'

const { enableCompileCache } = module as { readonly enableCompileCache?: () => unknown }
enableCompileCache?.()
await import('../../kit/supported-node.js').catch(({ message }: Error) => {
  process.stderr.write(`${message}\n`)
  process.exit(2)
})
// Before Node 24, a Request without WebAssembly rejects a promise of Node's own, apart from that of the request.
if (!('WebAssembly' in globalThis))
  process.on('unhandledRejection', (error) => {
    if (!/^ReferenceError: WebAssembly/.test(String(error))) throw error
  })
const { main } = await import('./main.js')
await main()
exitFailedWorker()
