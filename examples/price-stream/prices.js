/** Live prices of GMX for a browser or Node: the price stream, and REST while its frames are missing, old or incomplete. */

/** Prices of a frame expire that long after the instant they are of. */
const EXPIRED_MS = 10_000
const POLL_MS = 1000
/** While live frames cover every token, REST is read at each n-th poll. */
const POLLS_WHILE_LIVE = 5
const TIMEOUT_MS = 3000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 10_000

/**
 * Reports prices until the signal aborts it: `onPrices(prices, source)`, by token address.
 *
 * @param bases Addresses of the second generation, preferred first.
 */
export async function watchPrices({
  bases,
  onPrices,
  signal,
  fetch = globalThis.fetch,
  WebSocket = globalThis.WebSocket,
}) {
  let liveUntilMs = 0
  let tokens = 0
  let pauseMs = FIRST_PAUSE_MS
  let turn = 0

  function connect() {
    if (signal.aborted) return
    const base = bases[turn % bases.length]
    const socket = new WebSocket(`${base.replace(/^http/, 'ws')}/v1/stream`)
    const leave = () => socket.close()
    signal.addEventListener('abort', leave)
    socket.onopen = () => socket.send(JSON.stringify({ op: 'subscribe', channels: ['prices'] }))
    socket.onmessage = ({ data }) => {
      const frame = parsed(data)
      if (frame?.ch !== 'prices' || typeof frame.originTs !== 'number') return
      pauseMs = FIRST_PAUSE_MS
      const ageMs = frame.serverTs - frame.originTs
      const isWhole = Object.keys(frame.data).length >= tokens
      if (ageMs >= EXPIRED_MS || !isWhole) return
      liveUntilMs = Date.now() + EXPIRED_MS - ageMs
      onPrices(frame.data, 'stream')
    }
    // An error is followed by the close. The pause grows until a frame arrives.
    socket.onerror = () => {}
    socket.onclose = () => {
      signal.removeEventListener('abort', leave)
      turn++
      setTimeout(connect, pauseMs)
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
    }
  }

  async function read() {
    for (const base of bases) {
      try {
        const reply = await fetch(`${base}/v1/prices/tickers`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
        if (!reply.ok) continue
        const prices = await reply.json()
        tokens = Object.keys(prices).length
        if (tokens > 0) return onPrices(prices, 'rest')
      } catch {
        // The next base.
      }
    }
  }

  connect()
  for (let poll = 0; !signal.aborted; poll++) {
    if (Date.now() >= liveUntilMs || poll % POLLS_WHILE_LIVE === 0) await read()
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
