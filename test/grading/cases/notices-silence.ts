import { type Case, caseOf, every } from '../../support/rehearsed.js'

const handshake = { at: 0, base: 'api', endpoint: 'stream' } as const
/** Silent from 20 to 50 s. */
const silent = { at: 0, frames: [...every(1000, 0, 20_001), ...every(1000, 50_000, 130_000)] }
const reads = (endpoint: string) => every(10_000, 25_000, 50_000, { base: 'api', endpoint })

export const CASES: readonly Case[] = [
  caseOf('no stream', 'not exercised', null, { requests: [{ at: 0 }] }),
  caseOf('a frame each second', 'not exercised', null, {
    requests: [handshake],
    streams: [{ at: 0, frames: every(1000, 0, 130_000) }],
  }),
  caseOf('subscribed to candles alone', 'not exercised', null, {
    requests: [handshake],
    streams: [{ at: 0, channels: ['candles:ETH:1m'] }],
  }),
  caseOf('reads prices every 10 s meanwhile', 'pass', 10_000, {
    requests: [handshake, ...reads('api-prices-tickers')],
    streams: [silent],
  }),
  caseOf('waits for the stream', 'fail', 30_000, { requests: [handshake], streams: [silent] }),
  caseOf('candles are no prices', 'fail', 30_000, {
    requests: [handshake, ...reads('api-ohlcv')],
    streams: [silent],
  }),
  caseOf('silent 12 s before the end', 'inconclusive', null, {
    requests: [handshake],
    streams: [{ at: 0, frames: every(1000, 0, 118_001) }],
  }),
  caseOf('the client closes it after 8 s of silence', 'pass', 8000, {
    requests: [handshake],
    streams: [{ at: 0, until: 28_000, closedBy: 'client', frames: every(1000, 0, 20_001) }],
  }),
  caseOf('a stream that never sent a frame', 'fail', 130_000, {
    requests: [handshake],
    streams: [{ at: 0 }],
  }),
  caseOf('a second stream has frames', 'not exercised', null, {
    requests: [handshake],
    streams: [silent, { at: 0, frames: every(1000, 0, 130_000) }],
  }),
]
