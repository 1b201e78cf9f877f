/** The base addresses that the clients of a session use. */
import type { Catalogue } from '../market/catalogue/types.js'
import { RECENT_MS, resolveBases } from '../scenario/current-base.js'
import type { Scenario } from '../scenario/schema.js'
import type { Journal } from './journal/journal.js'

/** Resolves the relative base names of a scenario that is about to be loaded; without a journal, as before any client was answered. */
export function withCurrentBases(
  scenario: Scenario,
  { bases }: Catalogue,
  journal: Pick<Journal, 'newestFirst'> | undefined,
  nowMs: number,
): Scenario {
  let counts: Map<string, number> | undefined
  return resolveBases(scenario, bases, ({ network, base }) => {
    counts ??= journal === undefined ? new Map() : recentAnswers(journal, nowMs)
    return counts.get(`${network} ${base}`) ?? 0
  })
}

/** Counts recent answers with data by base. */
function recentAnswers(journal: Pick<Journal, 'newestFirst'>, nowMs: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { kind, atMs, ms, goneMs } of journal.newestFirst()) {
    const { network, base, endpoint, method, met } = kind
    const isRecent = atMs > nowMs - RECENT_MS && atMs <= nowMs
    const isAnswered = (met === 'good' || met === 'wrong') && ms !== null && goneMs === null
    if (!isRecent || !isAnswered || endpoint === null || method === 'OPTIONS') continue
    const key = `${network} ${base}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}
