#!/usr/bin/env node
/** Entry point: enables the compile cache of Node 22.1+ before the rest is loaded. */
import module from 'node:module'
import './parent.js'
import { endUnbegun } from './worker.js'

const { enableCompileCache } = module as { readonly enableCompileCache?: () => unknown }
enableCompileCache?.()
const { hideTyped } = await import('./secrets.js')
hideTyped()
const { main } = await import('./main.js')
await main()
endUnbegun()
