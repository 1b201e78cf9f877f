/** Moves of the market at run time. */

import * as z from 'zod'
import {
  assetNamed,
  changingMs,
  MAX_CHANGING_MS,
  moveShape,
  nextSecond,
  quantaOf,
} from '../../scenario/events.js'
import { suggestion } from '../../scenario/read/hints.js'
import { hasKnownKeys } from '../../scenario/values.js'
import { ControlError } from '../../session/control-errors.js'
import type { Session } from '../../session/session.js'
import { defineCall } from './define.js'

export const priceChange = z
  .strictObject({
    asset: z.string().max(200).describe('An asset or token symbol; with move, * for all'),
    ...moveShape,
  })
  .refine(({ price, move }) => (price === undefined) !== (move === undefined), {
    error: 'write one of price and move',
    when: hasKnownKeys,
  })
  .refine(({ move, recover }) => move !== undefined || recover === undefined, {
    error: 'recover applies to move only: leave it out',
  })

/** Each one slows down every price slightly. */
const MAX_MOVES = 1000

/** Moves the market from the running second on; earlier replies for that second may differ. Throws a ControlError. */
export function moveMarket(session: Session, { asset: word, ...how }: z.output<typeof priceChange>) {
  const { price, move, over = 0, recover } = how
  const asset = word === '*' && move !== undefined ? word : pricedAsset(word, price, session)
  const event = { asset: [asset], at: 0, ...how }
  // Includes the events of the scenario: the file that reproduces a session has both.
  const events = [
    ...(session.scenario?.scenario.events ?? []),
    ...session.moves.map(({ event }) => event),
    event,
  ]
  if (events.length > MAX_MOVES)
    throw new ControlError('too-many-prices', `the market has ${MAX_MOVES} moves and events already`)
  if (changingMs(events) > MAX_CHANGING_MS)
    throw new ControlError('too-many-prices', 'moves and freezes would last more than 400d in total')
  const atMs = Math.floor(session.nowMs() / 1000) * 1000
  session.setMoves([...session.moves, { event, atMs }])
  const instant = (ms: number) => new Date(nextSecond(atMs + ms) * 1000).toISOString()
  return {
    asset,
    ...(price === undefined ? {} : { price }),
    from: instant(0),
    at: instant(over),
    ...(recover && { recoveredAt: instant(over + (recover.after ?? 0) + (recover.over ?? 0)) }),
  }
}

function pricedAsset(word: string, price: string | undefined, session: Session): string {
  const asset = assetNamed(word, session.catalogue)
  if (asset === undefined) {
    const hint = suggestion(word, [...session.catalogue.assets.keys()], 'write a symbol of /tokens')
    throw new ControlError(
      'bad-price',
      `unknown asset ${JSON.stringify(word.slice(0, 60))}`,
      word === '*' ? 'write one asset with price, or move all by a percentage' : hint,
    )
  }
  const quanta = price === undefined ? 0 : quantaOf(price, asset)
  if (typeof quanta === 'string')
    throw new ControlError('bad-price', `${asset.name} cannot cost ${price} USD`, quanta)
  return asset.name
}

export const priceCalls = [
  defineCall('POST /prices', {
    about: 'Moves the market on all networks, to a price or by a percentage, until DELETE prices or a reset.',
    changes: true,
    body: priceChange,
    example: { asset: 'ETH', move: '-20%', over: '30s', recover: { after: '5m', to: '-5%', over: '10m' } },
    reply: z.strictObject({
      asset: z.string(),
      price: z.string().optional().describe('In USD, if a price was given'),
      from: z.iso.datetime().describe('Virtual time at which the move begins'),
      at: z.iso
        .datetime()
        .describe('Virtual time of the second that has exactly this price, or the whole move'),
      recoveredAt: z.iso.datetime().optional().describe('Virtual time at which the recovery is complete'),
    }),
    errors: ['bad-price', 'too-many-prices'],
    run: ({ session, body }) => moveMarket(session, body),
  }),
  defineCall('DELETE /prices', {
    about: 'Undoes these moves, also in the past; with `last`, the last one alone.',
    changes: true,
    query: z.strictObject({ last: z.literal('true').optional() }),
    reply: z.strictObject({ undone: z.int().describe('Number of moves') }),
    run({ session, query: { last } }) {
      const before = session.moves
      session.setMoves(last === undefined ? [] : before.slice(0, -1))
      return { undone: before.length - session.moves.length }
    },
  }),
]
