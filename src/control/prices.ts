import { ControlError } from '../core/errors.js'
import * as z from '../core/zod.js'
import { assetNamed, over, quantaOf, usdPrice } from '../scenario/events.js'
import { nearest } from '../scenario/read/hints.js'
import type { Session } from '../session/session.js'
import { defineCall } from './define.js'

export const priceChange = z.strictObject({
  asset: z.string().max(200).meta({ description: 'An asset or token symbol' }),
  price: usdPrice.meta({ description: 'In USD, as text or as a number' }),
  over: over.optional(),
})

/** Each one slows down every price slightly. */
const MAX_PRICES = 1000

/** Moves the market to a price from the running second on; earlier replies for that second may differ. Throws a ControlError. */
export function setPrice(session: Session, { asset: word, price, over = 0 }: z.output<typeof priceChange>) {
  const { catalogue } = session
  const asset = assetNamed(word, catalogue)
  if (asset === undefined)
    throw bad(`unknown asset ${JSON.stringify(word.slice(0, 60))}`, hintFor(word, session))
  const quanta = quantaOf(price, asset)
  if (typeof quanta === 'string') throw bad(`${asset.name} cannot cost ${price} USD`, quanta)
  if (session.prices.length >= MAX_PRICES)
    throw new ControlError('too-many-prices', `${MAX_PRICES} prices are set already`)
  const nowMs = session.nowMs()
  const startSeconds = Math.floor(nowMs / 1000)
  const endSeconds = Math.floor((nowMs + over) / 1000)
  session.setPrice({ asset: asset.name, quanta, startSeconds, endSeconds })
  const instant = (seconds: number) => new Date(seconds * 1000).toISOString()
  return { asset: asset.name, price, from: instant(startSeconds), at: instant(endSeconds) }
}

function bad(message: string, hint: string): ControlError {
  return new ControlError('bad-price', message, hint)
}

function hintFor(word: string, { catalogue: { assets } }: Session): string {
  const meant = nearest(word, [...assets.keys()])
  return meant === undefined ? 'write a symbol of /tokens' : `did you mean ${meant}?`
}

export const priceCalls = [
  defineCall({
    method: 'POST',
    path: '/prices',
    about:
      'Moves the market to a price on all networks, at once or over a duration. Prices continue from there until a reset.',
    perSession: true,
    changes: true,
    body: priceChange,
    example: { asset: 'ETH', price: '1500', over: '10s' },
    reply: z.strictObject({
      asset: z.string(),
      price: z.string().meta({ description: 'In USD' }),
      from: z.iso.datetime().meta({ description: 'Virtual time at which the move begins' }),
      at: z.iso.datetime().meta({ description: 'Virtual time of the second that has exactly this price' }),
    }),
    errors: ['bad-price', 'too-many-prices'],
    run: ({ session, body }) => setPrice(session, body),
  }),
]
