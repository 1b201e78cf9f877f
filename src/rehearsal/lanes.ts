/** Requests by lane: one per base, or one per base and endpoint if several endpoints were requested. */

import { isSameService } from '../grading/services.js'
import type { RuleWindow, Timeline, TimelineRequest } from '../grading/timeline.js'
import { groupBy } from '../kit/maps.js'
import { basePrefix } from '../market/catalogue/bases.js'
import type { BaseName, NetworkName } from '../market/catalogue/names.js'

export interface RequestLane {
  readonly network: NetworkName
  readonly base: BaseName
  /** `arbitrum-fallback`. */
  readonly name: string
  /** Endpoint of the lane; undefined if the lane is of all. */
  readonly detail: string | undefined
  readonly requests: readonly TimelineRequest[]
  readonly rules: readonly RuleWindow[]
}

const UNKNOWN = 'other paths'

/** Bases without requests have one lane each, to show that they were not used, unless their whole service was not. */
export function requestLanesOf({ bases, requests, rules }: Timeline): RequestLane[] {
  const networks = [...new Set(requests.map(({ asked }) => asked.network))].sort()
  return networks.flatMap((network) => {
    const ofNetwork = requests.filter(({ asked }) => asked.network === network)
    const endpoints = new Set(ofNetwork.map(({ asked }) => asked.endpoint))
    const byBase = groupBy(ofNetwork, ({ asked }) => asked.base)
    const isUsed = (base: BaseName) => [...byBase.keys()].some((asked) => isSameService(asked, base))
    return bases[network].filter(isUsed).flatMap((base): RequestLane[] => {
      const name = basePrefix(network, base)
      const own = byBase.get(base) ?? []
      const about = rules.filter(
        ({ networks, bases }) => includes(networks, network) && includes(bases, base),
      )
      const whole = { network, base, name, detail: undefined, requests: own, rules: about }
      if (endpoints.size < 2 || own.length === 0) return [whole]
      const byEndpoint = groupBy(own, ({ asked }) => asked.endpoint)
      return [...byEndpoint]
        .sort(([a], [b]) => (a ?? '~').localeCompare(b ?? '~'))
        .map(([endpoint, requests]) => ({
          ...whole,
          detail: endpoint ?? UNKNOWN,
          requests,
          rules: about.filter(({ endpoints }) => endpoint !== null && includes(endpoints, endpoint)),
        }))
    })
  })
}

function includes<Name>(names: readonly Name[] | undefined, name: Name): boolean {
  return names === undefined || names.includes(name)
}
