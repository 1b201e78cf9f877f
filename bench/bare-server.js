/** A minimal HTTP server in Node, the baseline of the simulator. Answers every request with 200. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const file = process.argv[2]
const body = file === undefined ? Buffer.from('{"ok":true}') : readFileSync(file)

const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.setHeader('content-length', body.length)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  process.stdout.write(`${JSON.stringify({ event: 'ready', url: `http://127.0.0.1:${port}` })}\n`)
})
