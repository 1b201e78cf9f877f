/** Calls behind the dashboard, other than scenario and journal. */
import * as z from '../../kit/zod.js'
import { network } from '../../scenario/values.js'
import { basesOf, basesReply } from './bases.js'
import { clientsIn, clientsReply } from './clients.js'
import { defineCall } from './define.js'
import {
  assetsOf,
  assetsReply,
  candlesOf,
  candlesReply,
  MAX_CANDLES,
  marketAt,
  period,
  symbol,
  USUAL_CANDLES,
} from './market.js'
import { sessionView, sessionViewReply } from './session-view.js'

export const viewCalls = [
  defineCall({
    method: 'GET',
    path: '/session',
    about:
      'Seed, dialect, scenario, clock and counts of the session, with a command and files that reproduce it.',
    perSession: true,
    reads: ['counts', 'rules'],
    reply: sessionViewReply,
    run: ({ session, control }) => sessionView(session, control),
  }),
  defineCall({
    method: 'GET',
    path: '/bases',
    about:
      'Forecast of the reply to a plain request at each base address, by endpoint, with its request rate and last client. Counts nothing.',
    perSession: true,
    reads: ['journal', 'rules'],
    reply: basesReply,
    run: ({ session, control, origin }) => basesOf(session, control, origin),
  }),
  defineCall({
    method: 'GET',
    path: '/clients',
    about:
      'Clients of the newest 2,000 requests by address and user agent: rate, bases, failures, and how each coped.',
    perSession: true,
    reads: ['journal'],
    reply: clientsReply,
    run: ({ session }) => clientsIn(session),
  }),
  defineCall({
    method: 'GET',
    path: '/market/assets',
    about: 'Current prices of a network priced tokens in USD, as text; of the first network by default.',
    perSession: true,
    query: z.strictObject({ network: network.optional() }),
    reply: assetsReply,
    run: ({ session, query }) => assetsOf(session, query.network),
  }),
  defineCall({
    method: 'GET',
    path: '/market/candles',
    about:
      'Candles of the true market, oldest first, unaffected by faults; the last one is running unless `before` is in the past.',
    perSession: true,
    query: z.strictObject({
      network: network.optional(),
      symbol: symbol.optional(),
      period: period.optional().meta({ description: '1m when left out' }),
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(MAX_CANDLES)
        .optional()
        .meta({ description: `${USUAL_CANDLES} when left out` }),
      before: z.coerce.number().int().min(0).max(1e11).optional().meta({
        description: 'Unix seconds: only candles that begin earlier',
      }),
    }),
    reply: candlesReply,
    errors: ['no-such-token'],
    run: ({ session, query: { limit = USUAL_CANDLES, before, ...looked } }) =>
      candlesOf(session, marketAt(session, looked), limit, before),
  }),
]
