/**
 * A bar, not a peer: an Express route of the version that gmx-sim is built on, with the bytes in hand.
 *
 *   node servers/express-route.js <port> <path>=<file> …
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

// The project's, not the older one that a peer has brought.
const require = createRequire(new URL('../../../../package.json', import.meta.url))
/** @type {typeof import('express')} */
const express = require('express')

const [port, ...pairs] = process.argv.slice(2)
const app = express()
for (const pair of pairs) {
  const [path, file] = pair.split('=')
  const body = readFileSync(file)
  app.get(path, (_request, response) => {
    response.type('json').send(body)
  })
}
app.listen(Number(port), '127.0.0.1')
