import * as z from 'zod'
import { account } from './api-orders.js'
import { defineEndpoint } from './define.js'
import { plainDigits } from './values.js'

const count = z.int().nonnegative()

const NOTHING = {
  cumulativePower: '0',
  totalNetworkPower: '0',
  userSharePercent: 0,
  historicalMaxStaked: '0',
  currentStaked: '0',
  loyaltyRatio: 0,
  lastPowerResetAt: null,
  powerResetCount: 0,
  projectedRewardShare: '0',
  treasuryGmxBalance: '0',
  powerAccrualStart: 0,
  loyaltyTrackingStart: 0,
}

export const apiStakingPower = defineEndpoint({
  id: 'api-staking-power',
  generation: 2,
  path: '/v1/staking/power',
  about: 'staking power of an account: none',
  params: { address: account },
  windowMs: () => 0,
  facts: () => NOTHING,
  documented: {
    schema: () =>
      z.strictObject({
        cumulativePower: plainDigits,
        totalNetworkPower: plainDigits,
        userSharePercent: z.number(),
        historicalMaxStaked: plainDigits.nullable(),
        currentStaked: plainDigits,
        loyaltyRatio: z.number().nullable(),
        lastPowerResetAt: count.nullable(),
        powerResetCount: count,
        projectedRewardShare: plainDigits.nullable(),
        treasuryGmxBalance: plainDigits.nullable(),
        powerAccrualStart: count,
        loyaltyTrackingStart: count,
      }),
  },
})
