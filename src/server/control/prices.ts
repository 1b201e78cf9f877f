import { ControlError } from '../../kit/errors.js'
import * as z from '../../kit/zod.js'
import { assetNamed, moveShape, nextSecond, quantaOf } from '../../scenario/events.js'
import { nearest } from '../../scenario/read/hints.js'
import type { Session } from '../../session/session.js'
import { defineCall } from './define.js'

export const priceChange = z
  .strictObject({
    asset: z.string().max(200).describe('An asset or token symbol; with move, * for all'),
    ...moveShape,
  })
  .refine(({ price, move }) => (price === undefined) !== (move === undefined), {
    error: 'write one of price and move',
    when: ({ issues, value }) => issues.length === 0 && typeof value === 'object',
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
  if (session.moves.length >= MAX_MOVES)
    throw new ControlError('too-many-prices', `the market was moved ${MAX_MOVES} times already`)
  const atMs = Math.floor(session.nowMs() / 1000) * 1000
  session.setMoves([...session.moves, { event: { asset: [asset], at: 0, ...how }, atMs }])
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
  if (asset === undefined)
    throw new ControlError(
      'bad-price',
      `unknown asset ${JSON.stringify(word.slice(0, 60))}`,
      hintFor(word, session),
    )
  const quanta = price === undefined ? 0 : quantaOf(price, asset)
  if (typeof quanta === 'string')
    throw new ControlError('bad-price', `${asset.name} cannot cost ${price} USD`, quanta)
  return asset.name
}

function hintFor(word: string, { catalogue: { assets } }: Session): string {
  if (word === '*') return 'write one asset with price, or move all by a percentage'
  const meant = nearest(word, [...assets.keys()])
  return meant === undefined ? 'write a symbol of /tokens' : `did you mean ${meant}?`
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
    about: 'Undoes these moves, also in the past.',
    changes: true,
    reply: z.strictObject({ undone: z.int().describe('Number of moves') }),
    run({ session }) {
      const undone = session.moves.length
      session.setMoves([])
      return { undone }
    },
  }),
]
