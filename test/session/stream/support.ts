/** Streams of one simulator, in virtual time and in process. */
import { afterAll, afterEach } from 'vitest'
import { apiPricesTickers } from '../../../src/api/endpoints/api-prices-tickers.js'
import { createLocalConnect, type LocalStream } from '../../../src/server/http/local/stream.js'
import { load } from '../../support/scenario.js'
import { startAlone } from '../../support/simulator.js'

type Rows = Readonly<Record<string, object>>

export const rule = (fault: object, when?: object, id = 'r') => ({
  ...{ id, match: { endpoint: 'stream' }, fault },
  ...(when && { when }),
})

/** Call once, at the top of a file; each test begins without streams and rules. */
export async function streams() {
  const simulator = await startAlone({ clock: 'frozen', at: '2026-03-01T12:00:00Z' })
  const { session, url } = simulator
  const startMs = session.nowMs()
  afterAll(() => simulator.stop())
  afterEach(() => {
    for (const home of simulator.context.streams.homes.values()) home.closeAll(1001, 'the test is over')
    session.reset()
  })
  const connect = () => createLocalConnect(simulator, session, url)('/arbitrum-api/v1/stream')
  const open = async () => (await connect()) as LocalStream
  const advance = async (ms: number) => {
    session.clock.advance(ms)
    await session.settled()
  }
  return {
    simulator,
    session,
    startMs,
    connect,
    open,
    advance,
    under: (...rules: object[]) => load(session, { rules }),
    /** A stream that is subscribed to prices; the acknowledgement and the snapshot are read. */
    async subscribed(...channels: string[]): Promise<LocalStream> {
      const stream = await open()
      stream.send(JSON.stringify({ op: 'subscribe', channels: ['prices', ...channels] }))
      await advance(0)
      stream.take()
      return stream
    },
    /** Reply of the read at a moment from now. */
    tickersAt(ms: number): Rows {
      const asked = { method: 'GET', url: '', search: '', network: 'arbitrum', base: 'api' } as const
      const { body } = session.answers
        .answer(session, { ...asked, atMs: session.nowMs() + ms }, apiPricesTickers)
        .shortReply()
      return JSON.parse(body.toString())
    },
    /** Seconds since the start of origin and sending, of each frame that has arrived. */
    dates: (stream: LocalStream) =>
      stream.take().map((frame) => {
        const { originTs, serverTs } = JSON.parse(frame)
        return [originTs, serverTs].map((ms) => (ms === null ? null : (ms - startMs) / 1000))
      }),
    addressOf: (name: string): string =>
      session.catalogue.networks.arbitrum.tokens.find(({ symbol }) => symbol === name)?.address ?? '',
  }
}
