import { ControlError, UserError } from '../../kit/errors.js'
import * as z from '../../kit/zod.js'
import { network } from '../../scenario/values.js'
import { defineCall } from './define.js'

const PRICE_HINT =
  'write the price in USD as text, such as "2041.19", or the string of the API with "raw": true'

export const observeCalls = [
  defineCall('POST /observe', {
    about:
      'Reports the price that a rehearsed client acted on: USD, or the raw string of the API with `raw`.',
    body: z.strictObject({
      symbol: z.string({ error: 'write a symbol of /tokens, such as "ETH"' }).max(100),
      price: z
        .union([z.string().max(100), z.number(), z.null()], { error: PRICE_HINT })
        .transform((price) => String(price ?? 'null')),
      network: network.optional(),
      raw: z.boolean().optional(),
    }),
    example: { symbol: 'ETH', price: '2041.1929', network: 'arbitrum' },
    reply: z.strictObject({
      observed: z.boolean().describe('False if no rehearsal is running'),
    }),
    errors: ['no-such-token'],
    run({ session, body: { symbol, price, network, raw } }) {
      const { recorder } = session
      try {
        recorder?.observe({ symbol, price, raw, network })
      } catch (error) {
        if (!(error instanceof UserError)) throw error
        throw new ControlError('no-such-token', `${error.what}: ${error.seen}`, error.hint)
      }
      return { observed: recorder !== undefined }
    },
  }),
]
