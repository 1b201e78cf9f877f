/**
 * Load generator: connections that each send the next request as soon as a reply arrives. Raw sockets, as a client of node:http
 * would cost more than the servers it measures. Prints a JSON object: replies per second, and p99 latency.
 *
 *   node bench/load-client.js <url> <connections> <seconds>
 */
import { connect } from 'node:net'

const [target, connections, seconds] = process.argv.slice(2)
const url = new URL(target)
const question = `GET ${url.pathname} HTTP/1.1\r\nhost: ${url.host}\r\n\r\n`
const END_OF_HEAD = '\r\n\r\n'

/** @type {number[]} */
const tookMs = []
const sockets = Array.from({ length: Number(connections) }, ask)

const start = performance.now()
setTimeout(() => {
  const perSecond = tookMs.length / ((performance.now() - start) / 1000)
  for (const socket of sockets) socket.destroy()
  const p99Ms = tookMs.sort((a, b) => a - b)[Math.floor(0.99 * tookMs.length)]
  process.stdout.write(`${JSON.stringify({ perSecond, p99Ms })}\n`)
}, Number(seconds) * 1000)

function ask() {
  let askedMs = 0
  const again = () => {
    askedMs = performance.now()
    socket.write(question)
  }
  const socket = connect(Number(url.port), url.hostname, again)
  socket.setNoDelay()
  /** Outstanding bytes of the current reply; -1 until its head is complete. */
  let rest = -1
  let head = ''
  socket.on('error', fail)
  socket.on('end', () => fail(new Error('the server hung up')))
  socket.on('data', (chunk) => {
    if (rest < 0) {
      head += chunk.toString('latin1')
      const end = head.indexOf(END_OF_HEAD)
      if (end < 0) return
      const length = /^HTTP\/1.1 200 [\s\S]*\r\ncontent-length: (\d+)\r\n/i.exec(head.slice(0, end + 2))?.[1]
      if (length === undefined) return fail(new Error(`not an answer to count: ${head.slice(0, end)}`))
      rest = Number(length) - (head.length - end - END_OF_HEAD.length)
      head = ''
    } else rest -= chunk.length
    if (rest > 0) return
    tookMs.push(performance.now() - askedMs)
    rest = -1
    again()
  })
  return socket
}

/** @param {Error} error */
function fail(error) {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
