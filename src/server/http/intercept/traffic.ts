/** Counts what proxies did with requests and connections, by host. */

export type Outcome = 'answered' | 'refused' | 'passedOn'

export type Traffic = Readonly<Record<Outcome, ReadonlyMap<string, number>>>

/** Called for each request to a live host, and each request or connection to another. */
export type CountTraffic = (outcome: Outcome, host: string) => void

/** Hosts listed per outcome: a client may invent names. */
const MAX_HOSTS = 1000
const OTHERS = '(other hosts)'

export function createTraffic(): { readonly traffic: Traffic; readonly count: CountTraffic } {
  const traffic = {
    answered: new Map<string, number>(),
    refused: new Map<string, number>(),
    passedOn: new Map<string, number>(),
  }
  return {
    traffic,
    count(outcome, host) {
      const counts = traffic[outcome]
      const name = counts.has(host) || counts.size < MAX_HOSTS ? host : OTHERS
      counts.set(name, (counts.get(name) ?? 0) + 1)
    },
  }
}
