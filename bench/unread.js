/**
 * Cost of clients that pipeline requests on one connection and never read. Each reply has half a megabyte and is unique; one per
 * connection is held.
 */
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { startStrained } from './process.js'
import { atMost } from './table.js'

const CONNECTIONS = 40
const REQUESTS = 150
/** Memory that has not risen for this long is stable. */
const CALM_MS = 1500

export async function measureUnread() {
  const { url, strain, stop } = await startStrained(['--expose-gc'])
  const { hostname, port } = new URL(url)
  const before = (await strain()).leftBytes
  const sockets = Array.from({ length: CONNECTIONS }, (_, client) => {
    const socket = connect(Number(port), hostname)
    socket.pause().on('error', () => {})
    socket.write(Array.from({ length: REQUESTS }, (_, n) => asking(client * REQUESTS + n)).join(''))
    return socket
  })
  try {
    let most = 0
    for (let calm = 0; calm < CALM_MS; ) {
      await wait(100)
      const { leftBytes } = await strain()
      calm = leftBytes > most ? 0 : calm + 100
      most = Math.max(most, leftBytes)
    }
    const name = `${CONNECTIONS} connections ask ${REQUESTS} times each for 500 kB and read nothing, memory`
    return [atMost(name, { value: (most - before) / 2 ** 20, unit: 'MB' }, { most: 320 })]
  } finally {
    for (const socket of sockets) socket.destroy()
    await stop()
  }
}

/** @param {number} n */
function asking(n) {
  const limit = 10_000 - n
  return `GET /arbitrum/prices/candles?tokenSymbol=ETH&period=1m&limit=${limit} HTTP/1.1\r\nhost: x\r\n\r\n`
}
