/** Well-formed requests to the simulated API, pipelined: the status is the model's, the bytes are a clean server's, the count is exact. */
import fc from 'fast-check'
import { BUILT_IN } from '../../../src/market/catalogue/networks.js'
import { controlOf } from '../../../test/support/control.js'
import { defineTarget, hold } from '../target.js'
import { repliesIn, talk, wrongError } from '../wire.js'

interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: readonly (readonly [string, string])[]
  /** Expected reply. */
  readonly status: number
}

const anyPrefix = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...BUILT_IN.addresses.map(({ prefix }) => prefix)) },
  { weight: 1, arbitrary: fc.constantFrom('nowhere', 'arbitrum-', 'ARBITRUM', '%61rbitru', 'prices') },
)
const anyRest = fc.oneof(
  fc.constantFrom<[string, number]>(
    ['/ping', 200],
    ['/prices/tickers', 200],
    ['/tokens', 200],
    ['/markets', 200],
    ['/ping?limit=nonsense', 200],
    ['/prices/candles?tokenSymbol=BTC&period=1m&limit=3', 200],
    ['/prices/candles?period=1d&tokenSymbol=BTC&limit=1&x=y', 200],
    ['/prices/candles', 400],
    ['/prices/candles?tokenSymbol=BTC', 400],
    ['/prices/candles?tokenSymbol=BTC&period=2m', 400],
    ['/prices/candles?tokenSymbol=BTC&period=1m&limit=0', 400],
    ['/prices/candles?tokenSymbol=BTC&period=1m&limit=10001', 400],
    ['/prices/candles?tokenSymbol=__proto__&period=1m', 400],
    ['/rates?period=never', 400],
    ['/rates?address=0x0', 400],
    ['/v1/tokens', 200],
    ['/v1/prices/ohlcv?symbol=BTC&timeframe=1m&limit=3', 200],
    ['/v1/prices/ohlcv?symbol=BTC', 400],
    ['/v1/positions', 400],
    ['/nothing', 404],
    ['/prices', 404],
    ['/prices/tickers/x', 404],
    ['/%2e%2e/ping', 404],
    ['/PING', 404],
  ),
  fc
    .tuple(fc.string({ unit: fc.constantFrom(...'abc%/.&=?+;~'), maxLength: 12 }))
    .map(([text]): [string, number] => [`/zz${text}`, 404]),
)
const anyMethod = fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH')
const anyHeaders = fc.array(
  fc.tuple(
    fc.constantFrom(
      'accept',
      'origin',
      'user-agent',
      'x-request-id',
      'x-a',
      'referer',
      'cookie',
      'range',
      'authorization',
    ),
    fc.string({ unit: fc.constantFrom(...'abcXYZ019 ,;=*/"-\u00e9'), maxLength: 20 }),
  ),
  { maxLength: 3 },
)

const anyAsked: fc.Arbitrary<Asked> = fc
  .tuple(anyMethod, anyPrefix, anyRest, anyHeaders)
  .map(([method, prefix, [rest, status], headers]) => {
    const generation = BUILT_IN.ofPrefix(prefix)?.generation
    const isServed = (rest.startsWith('/v1') ? 2 : 1) === generation && status !== 404
    const isRead = method === 'GET' || method === 'HEAD'
    const refused = generation === 2 ? 501 : isServed ? 405 : 404
    const answered = isServed ? status : 404
    const model = generation === undefined ? 404 : isRead ? answered : refused
    return { method, path: `/${prefix}${rest}`, headers, status: model }
  })

export const requests = defineTarget<readonly Asked[]>({
  name: 'requests',
  inputs: fc.array(anyAsked, { minLength: 1, maxLength: 25 }),
  count: (asked) => 2 * asked.length,
  async attack(asked, { attacked, clean }) {
    const bytes = asked.map(({ method, path, headers }, index) => {
      const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
      const last = index === asked.length - 1 ? 'connection: close\r\n' : ''
      return `${method} /s/${SESSION}${path} HTTP/1.1\r\nhost: x\r\n${lines}${last}content-length: 0\r\n\r\n`
    })
    for (const { url } of [attacked, clean]) await controlOf(url).post('/sessions', { id: SESSION })
    const all = async () =>
      (await controlOf(`${attacked.url}/s/${SESSION}`).get('/journal/count')).body.count as number
    const counted = await all()
    const [one, other] = await Promise.all(
      [attacked, clean].map(async ({ url }) => {
        const { heard, closed } = await talk(url, bytes.join(''))
        hold(closed, 'the connection is closed when all is answered', heard.slice(-300))
        return repliesIn(heard, (index) => asked[index]?.method === 'HEAD') ?? []
      }),
    )
    hold(one.length === asked.length, 'as many replies as requests', [one.length, asked.length])
    for (const [index, reply] of one.entries()) {
      const { method, path, status } = asked[index]
      hold(reply.status === status, `${method} ${path} is answered ${status}`, reply)
      hold(reply.headers['access-control-allow-origin'] === '*', 'any page may read it', reply)
      const wrong = status < 400 || method === 'HEAD' ? undefined : wrongError(reply)
      hold(wrong === undefined, `${method} ${path}`, wrong)
      const undated = ({ head, body }: typeof reply) => head.replace(/\r\ndate: .*/i, '') + body
      hold(undated(reply) === undated(other[index]), `${method} ${path}: the bytes of a clean server`, [
        reply,
        other[index],
      ])
    }
    hold((await all()) - counted === asked.length, 'the journal counts every request', [counted, await all()])
  },
  async tidy({ attacked, clean }) {
    for (const { url } of [attacked, clean]) await controlOf(url).delete(`/sessions/${SESSION}`)
  },
})

const SESSION = 'fuzzed'
