#!/usr/bin/env node
/** What the command runs first: all else is compiled once per machine, where this Node can keep compiled code (22.1+). */
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
