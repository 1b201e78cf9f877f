/**
 * Mixed load: mostly tickers, other endpoints, unique queries, and unknown paths. Sends a number of requests over a number of
 * connections, whatever the replies, and exits.
 *
 *   node bench/mix-client.js <url> <connections> <requests> <number of the first>
 */
import { connect } from 'node:net'

const [target, connections, questions, first] = process.argv.slice(2)
const url = new URL(target)
const last = Number(first) + Number(questions)
const TICKERS = '/arbitrum/prices/tickers'

/** Out of twenty requests; equal numbers are equal requests. */
const MIX = [
  ...Array.from({ length: 12 }, () => () => TICKERS),
  () => '/avalanche-fallback/prices/tickers',
  () => '/arbitrum/ping',
  () => '/botanix/markets',
  (/** @type {number} */ n) => `/arbitrum/prices/candles?tokenSymbol=ETH&period=1m&limit=${1 + (n % 997)}`,
  () => '/arbitrum/prices/candles?tokenSymbol=BTC&period=1h&limit=100',
  (/** @type {number} */ n) => `/botanix/prices/tickers?n=${n}`,
  (/** @type {number} */ n) => `/arbitrum/nothing/${n}`,
  () => '/arbitrum/prices/candles?tokenSymbol=none',
]

let next = Number(first)
for (let i = 0; i < Number(connections); i++) ask()

function ask() {
  const socket = connect(Number(url.port), url.hostname, send)
  socket.setNoDelay()
  /** Outstanding bytes of the current reply; -1 until its head is complete. */
  let rest = -1
  let head = ''
  function send() {
    if (next === last) {
      socket.destroy()
      return
    }
    const path = MIX[next % MIX.length](next)
    next++
    socket.write(`GET ${path} HTTP/1.1\r\nhost: ${url.host}\r\n\r\n`)
  }
  socket.on('error', fail)
  socket.on('end', () => fail(new Error('the server hung up')))
  socket.on('data', (chunk) => {
    if (rest < 0) {
      head += chunk.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      const length = /\r\ncontent-length: (\d+)\r\n/i.exec(head.slice(0, end + 2))?.[1]
      if (length === undefined) return fail(new Error(`not a countable answer: ${head.slice(0, end)}`))
      rest = Number(length) - (head.length - end - 4)
      head = ''
    } else rest -= chunk.length
    if (rest > 0) return
    rest = -1
    send()
  })
}

/** @param {Error} error */
function fail(error) {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
