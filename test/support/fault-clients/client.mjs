// Loads each scenario and sends its requests, each over a connection of its own; prints what it sees as lines of JSON.
import { readFileSync } from 'node:fs'
import { get as getHttp } from 'node:http'
import { get as getHttps } from 'node:https'

const { control, cases } = JSON.parse(readFileSync(process.argv[2], 'utf8'))

/** @param {{ url: string, timeoutMs: number | undefined }} asked */
function seen({ url, timeoutMs }) {
  const get = url.startsWith('https:') ? getHttps : getHttp
  return new Promise((resolve) => {
    const request = get(url, { agent: false, ...(timeoutMs && { timeout: timeoutMs }) })
    /** @param {string | undefined} error */
    const fail = (error) => resolve({ error })
    request.on('error', (/** @type {NodeJS.ErrnoException} */ { code }) => fail(code))
    request.on('timeout', () => {
      fail(request.socket?.connecting ? 'connect timeout' : 'timeout')
      request.destroy()
    })
    request.on('response', (reply) => {
      let body = ''
      reply.setEncoding('utf8')
      reply.on('data', (part) => {
        body += part
      })
      reply.on('error', (/** @type {NodeJS.ErrnoException} */ { code }) => fail(code))
      reply.on('end', () => resolve({ status: reply.statusCode, headers: reply.headers, body }))
    })
  })
}

for (const { scenario, gets } of cases) {
  const { status } = await fetch(`${control}/scenario`, { method: 'PUT', body: scenario })
  if (status !== 200) throw new Error(`scenario ${status}`)
  for (const asked of gets) console.log(JSON.stringify(await seen(asked)))
}
