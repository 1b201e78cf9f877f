/** Program of `npm run soak -- --intercept`: requests to a live host, with and without keep-alive, in turns. */
import { request as requestHttp } from 'node:http'
import https from 'node:https'
import { connect } from 'node:tls'

const HOST = 'arbitrum-api.gmxinfra.io'
const URL_OF_PING = `https://${HOST}/ping`
const CONCURRENT = 16

const requests = Number(process.argv[2])
const kept = new https.Agent({ keepAlive: true, maxSockets: CONCURRENT })

/** @param {import('node:https').RequestOptions} options @returns {Promise<number | undefined>} */
const byHttps = (options) =>
  new Promise((resolve, reject) => {
    https
      .get(URL_OF_PING, options, (reply) => {
        reply.resume().once('end', () => resolve(reply.statusCode))
      })
      .once('error', reject)
  })

/** As programs of other languages do. @returns {Promise<number | undefined>} */
const byConnect = () =>
  new Promise((resolve, reject) => {
    const options = { method: 'CONNECT', path: `${HOST}:443`, agent: false }
    const asked = requestHttp(/** @type {string} */ (process.env.HTTPS_PROXY), options)
    asked.once('error', reject)
    asked.once('connect', (_, socket) => {
      const secure = connect({ socket, servername: HOST })
      secure.once('error', reject)
      byHttps({ createConnection: () => secure }).then(resolve, reject)
    })
    asked.end()
  })

/** @type {readonly (() => Promise<number | undefined>)[]} */
const KINDS = [
  () => byHttps({ agent: false }),
  () => byHttps({ agent: kept }),
  byConnect,
  async () => {
    const reply = await fetch(URL_OF_PING)
    await reply.arrayBuffer()
    return reply.status
  },
]

let begun = 0
const askInTurns = async () => {
  while (begun < requests) {
    const status = await KINDS[begun++ % KINDS.length]()
    if (status !== 200) throw new Error(`${URL_OF_PING} was answered ${status}`)
  }
}
await Promise.all(Array.from({ length: CONCURRENT }, askInTurns))
kept.destroy()
