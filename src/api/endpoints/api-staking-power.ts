import * as z from 'zod'
import { account } from './api-orders.js'
import { defineEndpoint } from './define.js'
import { rowOf } from './rows.js'
import { plainDigits } from './values.js'

const count = z.int().nonnegative()
const zero = () => 0
const noAmount = () => '0'

const power = rowOf()({
  cumulativePower: [plainDigits, noAmount],
  totalNetworkPower: [plainDigits, noAmount],
  userSharePercent: [z.number(), zero],
  historicalMaxStaked: [plainDigits.nullable(), noAmount],
  currentStaked: [plainDigits, noAmount],
  loyaltyRatio: [z.number().nullable(), zero],
  lastPowerResetAt: [count.nullable(), () => null],
  powerResetCount: [count, zero],
  projectedRewardShare: [plainDigits.nullable(), noAmount],
  treasuryGmxBalance: [plainDigits.nullable(), noAmount],
  powerAccrualStart: [count, zero],
  loyaltyTrackingStart: [count, zero],
})

export const apiStakingPower = defineEndpoint({
  id: 'api-staking-power',
  generation: 2,
  path: '/v1/staking/power',
  about: 'staking power of an account: none',
  params: { address: account },
  windowMs: () => 0,
  facts: () => undefined,
  documented: { schema: power.schema, render: power.render },
})
