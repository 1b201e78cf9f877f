/** Express, loaded on use. */
import type Express from 'express'
import { nativeRequire } from '../../kit/native-require.js'

export const express: typeof Express = nativeRequire('express')
export const { Router, text } = express
export type Router = Express.Router
