import * as z from 'zod'
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
  },
})
