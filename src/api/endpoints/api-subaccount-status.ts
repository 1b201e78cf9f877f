import * as z from '../../kit/zod.js'
import { defineEndpoint } from './define.js'
import { digits } from './values.js'

const UNKNOWN = {
  active: false,
  maxAllowedCount: '0',
  currentActionsCount: '0',
  remainingActions: '0',
  expiresAt: '0',
  approvalNonce: '0',
  multichainApprovalNonce: '0',
  integrationId: null,
}

export const apiSubaccountStatus = defineEndpoint({
  id: 'api-subaccount-status',
  generation: 2,
  path: '/v1/subaccounts/status',
  about: 'status of a subaccount: inactive',
  takes: { maxBytes: 1 << 20 },
  windowMs: () => 0,
  facts: () => UNKNOWN,
  documented: {
    schema: () =>
      z.strictObject({
        active: z.boolean(),
        maxAllowedCount: digits,
        currentActionsCount: digits,
        remainingActions: digits,
        expiresAt: digits,
        approvalNonce: digits,
        multichainApprovalNonce: digits,
        integrationId: z.string().nullable(),
      }),
  },
})
