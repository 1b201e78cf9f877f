/** Bytes that are nearly HTTP: whatever comes of them is HTTP, and an error is JSON with a status of the client's fault. */
import { defineTarget, hold } from '../target.js'
import { repliesIn, talk, wrongError } from '../wire.js'
import { changedText } from '../words.js'

const GOOD = [
  'GET /arbitrum/ping HTTP/1.1\r\nhost: x\r\n\r\n',
  'GET /arbitrum/prices/candles?tokenSymbol=ETH&period=1m&limit=2 HTTP/1.1\r\nHost: 127.0.0.1:80\r\nAccept: */*\r\nConnection: keep-alive\r\n\r\n',
  'POST /__sim/v1/clock/advance HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 11\r\n\r\n{"by":"1ms"',
  'POST /arbitrum/ping HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
  'GET http://arbitrum-api.gmxinfra.io/ping HTTP/1.1\r\nhost: arbitrum-api.gmxinfra.io\r\nconnection: close\r\n\r\n',
  'OPTIONS /arbitrum/ping HTTP/1.1\r\nhost: x\r\norigin: http://a\r\naccess-control-request-method: GET\r\n\r\n',
  'HEAD /botanix/tokens HTTP/1.0\r\n\r\nGET / HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\nupgrade: websocket\r\n\r\n',
]

export const bytes = defineTarget<string>({
  name: 'bytes',
  inputs: changedText(GOOD).map((text) => Buffer.from(text).toString('latin1')),
  async attack(text, { attacked }) {
    const { heard } = await talk(attacked.url, text, { halfClose: true })
    // With a HEAD among them, Content-Length does not delimit the reply.
    if (/HEAD|CONNECT|Upgrade/i.test(text)) return
    for (const reply of repliesIn(heard) ?? []) {
      hold(reply.status < 500 && reply.status >= 100, 'no 5xx', [text, reply])
      if (reply.status < 400 || reply.body.startsWith('{"error":{')) continue
      hold(wrongError(reply) === undefined, 'an error is JSON', [text, reply])
    }
  },
})
