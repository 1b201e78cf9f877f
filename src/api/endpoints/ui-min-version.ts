import * as z from 'zod'
import { defineEndpoint } from './define.js'

export const uiMinVersion = defineEndpoint({
  id: 'ui-min-version',
  path: '/ui/min_version',
  isBeyond: true,
  about: 'minimum version of the web app: any',
  windowMs: () => 0,
  facts: () => ({ version: 0 }),
  documented: {
    schema: () => z.strictObject({ version: z.number().int() }),
  },
})
