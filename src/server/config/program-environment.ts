/** Environment of the programs that this process starts. */
import { SECRETS, variableOf } from './schema.js'

export type Environment = Readonly<Record<string, string | undefined>>

/** Hosts that are reached without a proxy: the simulator's. */
export const DIRECT_HOSTS = 'localhost,127.0.0.1,::1'

/** `env` without the secrets of the simulator; its proxies, if any, are not used for loopback. */
export function programEnvironment(env: Environment): Environment {
  const secrets: readonly string[] = SECRETS.map(variableOf)
  const others = Object.entries(env).filter(([name]) => !secrets.includes(name))
  // Most programs prefer the lower case if both are set. A lone asterisk excludes all hosts.
  const direct = env['no_proxy'] || env['NO_PROXY']
  const hosts = direct === '*' ? direct : direct ? `${direct},${DIRECT_HOSTS}` : DIRECT_HOSTS
  return { ...Object.fromEntries(others), ...bothCases({ NO_PROXY: hosts }) }
}

/** Variables in both cases, as some programs read only one. */
export function bothCases(values: Readonly<Record<string, string>>): Record<string, string> {
  const lower = Object.entries(values).map(([name, value]) => [name.toLowerCase(), value])
  return { ...values, ...Object.fromEntries(lower) }
}
