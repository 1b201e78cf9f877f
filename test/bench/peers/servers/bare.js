/**
 * A bar, not a peer: node:http with the bytes in hand, and nothing else.
 *
 *   node servers/bare.js <port> <delay in ms> <path>=<file> …
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [port, delay, ...pairs] = process.argv.slice(2)
const delayMs = Number(delay)
const bodies = new Map(
  pairs.map((pair) => {
    const [path, file] = pair.split('=')
    return [path, readFileSync(file)]
  }),
)

const server = createServer((request, response) => {
  const body = bodies.get((request.url ?? '').split('?', 1)[0])
  if (body === undefined) {
    response.writeHead(404).end()
    return
  }
  const answer = () => {
    response.setHeader('content-type', 'application/json; charset=utf-8')
    response.setHeader('content-length', body.length)
    response.end(body)
  }
  if (delayMs > 0) setTimeout(answer, delayMs)
  else answer()
})
server.listen(Number(port), '127.0.0.1')
