import * as z from 'zod'
import { defineEndpoint } from './define.js'

export const batchReport = defineEndpoint({
  id: 'batch-report',
  path: '/report/ui/batch_report',
  isBeyond: true,
  about: 'accepts telemetry of the web app and discards it',
  takes: { maxBytes: 1 << 20 },
  windowMs: () => 0,
  facts: () => ({}),
  documented: {
    schema: () => z.strictObject({}).meta({ tsType: 'Readonly<Record<string, never>>' }),
  },
})
