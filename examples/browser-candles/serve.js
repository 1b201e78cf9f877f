/** Serves this folder: `node serve.js <port>`. The page has its own origin, as a dApp has. */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'

const TYPES = { '/': 'text/html', '/candles.js': 'text/javascript', '/chart.js': 'text/javascript' }

/** @param {number} port 0 for any free one. */
export function serve(port) {
  const server = createServer(async ({ url }, response) => {
    const { pathname } = new URL(url, 'http://localhost')
    const type = TYPES[pathname]
    if (type === undefined) return response.writeHead(404).end()
    const file = new URL(pathname === '/' ? 'index.html' : `.${pathname}`, import.meta.url)
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(await readFile(file))
  })
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)))
}

if (process.argv[2] !== undefined) {
  const server = await serve(Number(process.argv[2]))
  console.log(`http://127.0.0.1:${server.address().port}`)
}
