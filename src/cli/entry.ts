#!/usr/bin/env node
/** Entry point: enables the compile cache of Node 22.1+ before the rest is loaded. */
import module from 'node:module'
import './npm-exit.js'
import { exitFailedWorker } from './worker.js'

const { enableCompileCache } = module as { readonly enableCompileCache?: () => unknown }
enableCompileCache?.()
const { redactProcessTitle } = await import('./secret-args.js')
redactProcessTitle()
const { main } = await import('./main.js')
await main()
exitFailedWorker()
