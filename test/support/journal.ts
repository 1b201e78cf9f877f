import type { ApiRequest } from '../../src/api/routing/request.js'

/** A ping request, as journals record it. */
export const PING: ApiRequest = {
  network: 'arbitrum',
  base: 'primary',
  endpoint: 'ping',
  method: 'GET',
  url: '/ping',
  search: '',
  header: () => undefined,
  atMs: 0,
}
