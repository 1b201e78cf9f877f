#!/usr/bin/env node
/** The executable: enables the compile cache of Node 22.1+ before other modules load. */
import module from 'node:module'
import { exitFailedWorker } from './signals.js'

const { enableCompileCache } = module as { readonly enableCompileCache?: () => unknown }
enableCompileCache?.()
const { redactProcessTitle } = await import('./secret-args.js')
redactProcessTitle()
const { main } = await import('./main.js')
await main()
exitFailedWorker()
