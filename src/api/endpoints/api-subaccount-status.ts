import * as z from 'zod'
import { defineEndpoint } from './define.js'
import { rowOf } from './rows.js'
import { plainDigits } from './values.js'

const none = [plainDigits, () => '0'] as const

const unknown = rowOf()({
  active: [z.boolean(), () => false],
  maxAllowedCount: none,
  currentActionsCount: none,
  remainingActions: none,
  expiresAt: none,
  approvalNonce: none,
  multichainApprovalNonce: none,
  integrationId: [z.string().nullable(), () => null],
})

export const apiSubaccountStatus = defineEndpoint({
  id: 'api-subaccount-status',
  generation: 2,
  path: '/v1/subaccounts/status',
  about: 'status of a subaccount: inactive',
  takes: { maxBytes: 1 << 20 },
  windowMs: () => 0,
  facts: () => undefined,
  documented: { schema: unknown.schema, render: unknown.render },
})
