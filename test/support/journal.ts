import type { ApiRequest } from '../../src/routing/request.js'

/** A request for ping, as journals take it down. */
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
