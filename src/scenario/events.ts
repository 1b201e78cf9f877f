/** Events of a scenario file: moves of the market itself, on all networks, from virtual times since the scenario was loaded. */
import * as z from 'zod'
import { BASES, NETWORKS } from '../catalogue/networks.js'
import { duration, oneOrMore, percent } from './values.js'

/** The minutes of a ramp are worked out from their ticks, one by one: years of them would take too long. */
const MOST_OVER_MS = 7 * 86_400_000
const over = duration
  .refine((ms) => ms <= MOST_OVER_MS, { error: 'write a duration of at most 7d' })
  .meta({ description: 'How long the move takes; at once when left out' })
/** Nothing falls to zero: -99.9 % is the most. */
const change = percent.refine((fraction) => fraction >= -0.999 && fraction <= 99, {
  error: 'write a change from -99.9% to 9900%',
})

export const eventSchema = z
  .strictObject({
    asset: oneOrMore(z.string())
      .optional()
      .meta({ description: 'An asset or token symbol, a list of them, or * for all' }),
    at: duration.meta({ description: 'Virtual time since the scenario was loaded' }),
    move: change.optional().meta({ description: 'Where the price goes, against where it would have been' }),
    over: over.optional(),
    recover: z
      .strictObject({
        after: duration.optional().meta({ description: 'How long it stays there first' }),
        to: change.meta({ description: 'Where it comes back to, against where it would have been' }),
        over: over.optional(),
      })
      .optional(),
    freeze: over.optional().meta({ description: 'For how long no price changes' }),
    reorg: z
      .strictObject({
        depth: z
          .int()
          .min(1)
          .max(1_000_000)
          .meta({ description: 'How many of the last blocks get other hashes' }),
        network: oneOrMore(z.enum(NETWORKS)).optional(),
        base: oneOrMore(z.enum(BASES)).optional(),
      })
      .optional()
      .meta({ description: 'Another branch of the chain from then on, as some base addresses see it' }),
  })
  .refine(
    ({ move, freeze, reorg }) => [move, freeze, reorg].filter((kind) => kind !== undefined).length === 1,
    {
      error: 'write one of move, freeze and reorg',
      // A misspelt one is a problem of its own, which says more.
      when: ({ issues, value }) => issues.length === 0 && typeof value === 'object',
    },
  )
  .refine(({ asset, reorg }) => (asset === undefined) === (reorg !== undefined), {
    error: 'write the asset beside move and freeze, and none beside reorg',
  })
  .refine(({ move, over, recover }) => move !== undefined || (over === undefined && recover === undefined), {
    error: 'over and recover mean something only beside move: leave them out',
  })
  .meta({
    oneOf: [{ required: ['asset', 'move'] }, { required: ['asset', 'freeze'] }, { required: ['reorg'] }],
    dependencies: { over: ['move'], recover: ['move'] },
  })

export type ScenarioEvent = z.output<typeof eventSchema>
