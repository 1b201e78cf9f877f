/**
 * Express, loaded by Node itself. Node's `require` may choose an ES module, as the condition `module-sync` of a package below
 * Express has it; `require` in the vm pools of vitest 3 compiles that as CommonJS.
 */
import type Express from 'express'

const require = process.getBuiltinModule('node:module').createRequire(import.meta.url)
export const express: typeof Express = require('express')
export const { Router, text } = express
export type Router = Express.Router
