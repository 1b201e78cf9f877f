import { apy } from './apy.js'
import { defineEndpoint } from './define.js'

export const apiApy = defineEndpoint({
  id: 'api-apy',
  generation: 2,
  path: '/v1/apy',
  about: 'annual yields of market tokens and GLVs',
  params: apy.params,
  windowMs: apy.windowMs,
  timeoutMs: 60_000,
  facts: apy.facts,
  dialects: { documented: apy.dialects.documented },
})
