/** What the page reads is what the control API says: held by the compiler, in `npm run types`, and by the names of the events here. */
import { expect, expectTypeOf, test } from 'vitest'
import type * as z from 'zod'
import type { reasonedReply } from '../../src/control/journal-entry.js'
import type { assetsReply, candlesReply } from '../../src/control/market.js'
import { WATCH_EVENTS } from '../../src/control/watch.js'
import type { Asset, Candles, EntryDetail, WatchEvents } from '../../src/ui/types.js'

type Told = { [Name in keyof typeof WATCH_EVENTS]: z.output<(typeof WATCH_EVENTS)[Name]> }

/** One word for each event that the page knows; a name too many or too few does not compile. */
const READ: Readonly<Record<keyof WatchEvents, true>> = {
  hello: true,
  clock: true,
  session: true,
  counts: true,
  sessions: true,
  scenario: true,
  bases: true,
  journal: true,
  market: true,
  end: true,
}

test('the page reads each event of the stream, as it is told', () => {
  expect(Object.keys(READ).sort()).toEqual(Object.keys(WATCH_EVENTS).sort())
  expectTypeOf<Told>().toExtend<WatchEvents>()
})

test('the page reads the replies to its calls as they are told', () => {
  expectTypeOf<z.output<typeof assetsReply>['assets'][number]>().toExtend<Asset>()
  expectTypeOf<z.output<typeof candlesReply>>().toExtend<Candles>()
  expectTypeOf<z.output<typeof reasonedReply>>().toExtend<EntryDetail>()
})
