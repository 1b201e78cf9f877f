/** What is taken down of a good ping of Arbitrum. */
export const PING = {
  network: 'arbitrum',
  base: 'primary',
  endpoint: 'ping',
  method: 'GET',
  rule: null,
  status: 200,
  outcome: 'ok',
} as const
