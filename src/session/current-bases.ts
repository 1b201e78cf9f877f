/** The base addresses that the clients of a session use. */
import type { Catalogue } from '../market/catalogue/types.js'
import { RECENT_MS, resolveBases } from '../scenario/current-base.js'
import type { Scenario } from '../scenario/schema.js'
import type { Session, SessionSettings } from './session.js'

/** Resolves the relative base names of a scenario that is about to be loaded. */
export function withCurrentBases(scenario: Scenario, session: Session): Scenario {
  let counts: Map<string, number> | undefined
  return resolveBases(scenario, session.catalogue.bases, ({ network, base }) => {
    counts ??= recentAnswers(session.journal, session.nowMs())
    return counts.get(`${network} ${base}`) ?? 0
  })
}

/** Resolves the same names in the start of a session, before any client was answered. */
export function withPrimaryBases(begin: SessionSettings, { bases }: Catalogue): SessionSettings {
  if (begin.scenario === undefined) return begin
  const scenario = resolveBases(begin.scenario, bases, () => 0)
  return scenario === begin.scenario ? begin : { ...begin, scenario }
}

/** Counts recent answers with data by base. */
function recentAnswers(journal: Session['journal'], nowMs: number): Map<string, number> {
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
