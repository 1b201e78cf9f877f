import { type Case, caseOf } from '../../support/rehearsed.js'

const handshake = { at: 0, base: 'api', endpoint: 'stream' } as const
const first = { at: 0, until: 20_000, channels: ['prices', 'candles:ETH:1m'] }
const again = (at: number, channels = ['candles:ETH:1m', 'prices']) => ({ at, channels })

export const CASES: readonly Case[] = [
  caseOf('no stream', 'not exercised', null, { requests: [{ at: 0 }] }),
  caseOf('the client closed it', 'not exercised', null, {
    requests: [handshake],
    streams: [{ ...first, closedBy: 'client' }],
  }),
  caseOf('a stream without subscriptions', 'not exercised', null, {
    requests: [handshake],
    streams: [{ ...first, channels: [] }],
  }),
  caseOf('all channels again after 500 ms', 'pass', 500, {
    requests: [handshake],
    streams: [first, again(20_500)],
  }),
  caseOf('a channel is missing to the end', 'fail', 110_000, {
    requests: [handshake],
    streams: [first, again(20_500, ['prices'])],
  }),
  caseOf('after 11 s', 'fail', 11_000, { requests: [handshake], streams: [first, again(31_000)] }),
  caseOf('refused for 20 s, and subscribed at the next attempt', 'pass', 8000, {
    requests: [
      handshake,
      ...[21_000, 30_000, 39_990].map((at) => ({ ...handshake, at, met: 'error' as const })),
      { ...handshake, at: 48_000 },
    ],
    streams: [first, again(48_000)],
  }),
  caseOf('dropped 10.1 s before the end, within the tolerance', 'inconclusive', null, {
    requests: [handshake],
    streams: [{ ...first, until: 119_900 }],
  }),
  caseOf('dropped 3 s before the end', 'inconclusive', null, {
    requests: [handshake],
    streams: [{ ...first, until: 127_000 }],
  }),
]
