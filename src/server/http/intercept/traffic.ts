/** What proxies did: requests to the live hosts, and other hosts with the count of their requests or connections. */
export interface ProxyTraffic {
  answered: number
  readonly refused: Map<string, number>
  readonly passedOn: Map<string, number>
}

export function createProxyTraffic(): ProxyTraffic {
  return { answered: 0, refused: new Map(), passedOn: new Map() }
}

/** Hosts listed: a client may invent names. */
const MAX_HOSTS = 1000

export function countHost(hosts: Map<string, number>, host: string): void {
  const name = hosts.has(host) || hosts.size < MAX_HOSTS ? host : '(other hosts)'
  hosts.set(name, (hosts.get(name) ?? 0) + 1)
}
