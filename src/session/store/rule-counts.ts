/** Counts of a scenario's rules in the store: one round trip per request that matches rules. */
import { getOrCreate } from '../../kit/maps.js'
import type { CountedRule, Fired, Matched, RuleCounts } from '../../scenario/counts.js'
import type { RuleState } from '../../scenario/run-types.js'
import type { Session } from '../session.js'
import { StateLostError } from '../state-store.js'
import { executed, guarded } from './connection.js'
import type { StoreContext } from './context.js'
import { TTL_SECONDS } from './keys.js'
import type { Membership } from './membership.js'

/** Calls whose draws are sent, from BEHIND before the last known call; fewer at the beginning. */
const WINDOW = 256
const MIN_WINDOW = 32
const BEHIND = 32
/** Draws that are computed and cached together. */
const CHUNK = 32
/** Concurrent decisions of a replica per session: the calls that they count are well within the window. */
const MAX_UNDER_WAY = 128
/** Bounds the retries while others count as fast as draws are sent. */
const MAX_TRIES = 100

/**
 * `ask` calls the function `decide` of lua-functions.ts; `turns` limits this replica's calls for the session; `areStored` says
 * whether the store has the counts, so that missing ones are lost.
 */
export function createStoreCounts(
  turns: DecisionTurns,
  areStored: () => boolean,
  ask: (args: readonly (string | number)[]) => Promise<string>,
): RuleCounts {
  const nexts = new Map<CountedRule, number>()
  const draws = new Map<CountedRule, Map<number, string>>()

  /** Draws of the calls from `from` on: `1` where chance lets the rule fire. */
  const drawn = (rule: CountedRule, from: number): string => {
    const known = getOrCreate(draws, rule, () => new Map<number, string>())
    const count = Math.max(MIN_WINDOW, Math.min(WINDOW, from + BEHIND))
    const first = Math.floor(from / CHUNK)
    for (const chunk of known.keys()) if (chunk < first) known.delete(chunk)
    let text = ''
    for (let chunk = first; text.length < count + CHUNK; chunk++) {
      text += getOrCreate(known, chunk, () => chunkOfDraws(rule, chunk))
    }
    const begin = from - first * CHUNK
    return text.slice(begin, begin + count)
  }

  return {
    async decide(matched, atMs) {
      return turns.take(async (next) => {
        for (let tries = 0; tries < MAX_TRIES; tries++) {
          const args = matched.flatMap(({ rule, isInTime }) => {
            const { calls, every = 0, times = 0, chance = 1 } = rule.when
            const isDrawn = chance < 1 && isInTime
            const from = Math.max(1, (nexts.get(rule) ?? 1) - BEHIND)
            return [
              rule.index,
              isInTime ? 1 : 0,
              calls?.first ?? 1,
              calls === undefined || calls.last === Number.POSITIVE_INFINITY ? 0 : calls.last,
              every,
              times,
              from,
              isDrawn ? drawn(rule, from) : '',
              rule.bucket?.requests ?? 0,
              rule.bucket?.perMs ?? 0,
              rule.bucket?.burst ?? 0,
            ]
          })
          const answer = await ask([next(), atMs, TTL_SECONDS, areStored() ? 1 : 0, ...args])
          if (answer === 'lost') throw new StateLostError('the store has lost the counts of the rules')
          const [fired, calls] = answer.split('|')
          calls.split(' ').forEach((call, n) => {
            const { rule } = matched[n]
            nexts.set(rule, Math.max(nexts.get(rule) ?? 1, Number(call)))
          })
          if (fired !== 'again') return fired === '-' ? undefined : firedOf(fired, matched, atMs)
        }
        throw new StateLostError('other replicas count too fast for this one')
      })
    },
  }
}

function chunkOfDraws(rule: CountedRule, chunk: number): string {
  let text = ''
  for (let call = chunk * CHUNK; call < (chunk + 1) * CHUNK; call++) text += rule.isDrawn(call) ? '1' : '0'
  return text
}

function firedOf(text: string, matched: readonly Matched[], atMs: number): Fired {
  const [index, call, firstFiredAtMs, level, waitMs] = text.split(' ').map(Number)
  const isBucket = matched.some(({ rule }) => rule.index === index && rule.bucket !== undefined)
  return { index, call, firstFiredAtMs, fault: isBucket ? { atMs, level, waitMs } : {} }
}

/** Creates the counts of a scenario's rules before its document, so that missing ones are lost ones. */
export async function beginCounts(
  { commands, keys }: StoreContext,
  membership: Membership,
  id: string,
  countsId: string,
): Promise<void> {
  const key = keys.rules(id, countsId)
  const created = commands.multi().hset(key, 'began', '1').expire(key, TTL_SECONDS).exec()
  await membership.whileCurrent(guarded(executed(created)))
}

export async function gatherRules({ id, runs }: Session, { commands, keys }: StoreContext): Promise<void> {
  await Promise.all(
    runs.map(async ({ rules, countsId }) => {
      const fields = await commands.hgetall(keys.rules(id, countsId))
      rules.restore(statesOf(fields, rules.all.length))
    }),
  )
}

export function statesOf(fields: Readonly<Record<string, string>>, rules: number): RuleState[] {
  return Array.from({ length: rules }, (_, index) => {
    const of = (letter: string) => Number(fields[`${letter}${index}`] ?? 0)
    const fault = fields[`l${index}`] === undefined ? {} : { atMs: of('a'), level: of('l'), waitMs: of('w') }
    return { matched: of('m'), fired: of('f'), firstFiredAtMs: of('t'), fault }
  })
}

/** Limits the pending decisions of one session: the store remembers a limited number of replies. */
export class DecisionTurns {
  #number = 0
  #pending = 0
  readonly #waiting: (() => void)[] = []

  async take<Result>(work: (next: () => number) => Promise<Result>): Promise<Result> {
    if (this.#pending >= MAX_UNDER_WAY) await new Promise<void>((resolve) => void this.#waiting.push(resolve))
    this.#pending++
    try {
      return await work(() => ++this.#number)
    } finally {
      this.#pending--
      this.#waiting.shift()?.()
    }
  }
}
