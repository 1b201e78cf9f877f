/** What the web app asks for apart from data: incentives, feature flags, its minimum version; and telemetry. */
import * as z from '../../kit/zod.js'
import { defineEndpoint } from './define.js'

const inactive = () => z.strictObject({ isActive: z.literal(false) })
const INACTIVE = { isActive: false } as const

export const incentives = defineEndpoint({
  id: 'incentives',
  path: '/incentives',
  aliases: ['/incentives/stip'],
  isBeyond: true,
  about: 'rewards for liquidity, migration and trading: none active',
  facts: () => ({ lp: INACTIVE, migration: INACTIVE, trading: INACTIVE }),
  documented: {
    schema: () => z.strictObject({ lp: inactive(), migration: inactive(), trading: inactive() }),
    render: (facts) => facts,
  },
})

export const uiMinVersion = defineEndpoint({
  id: 'ui-min-version',
  path: '/ui/min_version',
  isBeyond: true,
  about: 'minimum version of the web app: any',
  windowMs: () => 0,
  facts: () => ({ version: 0 }),
  documented: {
    schema: () => z.strictObject({ version: z.number().int() }),
    render: (facts) => facts,
  },
})

export const uiFlags = defineEndpoint({
  id: 'ui-flags',
  path: '/ui-flags/v2',
  isBeyond: true,
  about: 'feature flags of the web app: none set',
  windowMs: () => 0,
  facts: () => ({}),
  documented: { schema: () => z.record(z.string(), z.unknown()), render: (facts) => facts },
})

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
    render: (facts) => facts,
  },
})
