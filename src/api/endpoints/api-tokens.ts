import * as z from '../../kit/zod.js'
import { apiTokenKeys, renderApiToken } from './api-token-rows.js'
import { defineEndpoint } from './define.js'

export const apiTokens = defineEndpoint({
  id: 'api-tokens',
  generation: 2,
  path: '/v1/tokens',
  about: 'the configured tokens',
  params: {},
  windowMs: () => 60_000,
  timeoutMs: 60_000,
  facts: ({ network }) => network.tokens,
  dialects: {
    documented: {
      schema: () => z.array(z.strictObject(apiTokenKeys()).meta({ tsName: 'ApiToken' })),
      render: (tokens) => tokens.map(renderApiToken),
    },
  },
})
