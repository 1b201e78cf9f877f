import * as z from 'zod'
import { defineEndpoint } from './define.js'

export const batchReport = defineEndpoint({
  id: 'batch-report',
  path: '/report/ui/batch_report',
  isBeyond: true,
  about: "takes the web app's reports of itself, and drops them",
  params: {},
  takes: { maxBytes: 1 << 20 },
  windowMs: () => 0,
  timeoutMs: 60_000,
  facts: () => ({}),
  dialects: {
    documented: {
      schema: () => z.strictObject({}).meta({ tsType: 'Readonly<Record<string, never>>' }),
      render: (facts) => facts,
    },
  },
})
