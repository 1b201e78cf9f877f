import * as z from 'zod'
import { defineEndpoint } from './define.js'
import { plainDigits } from './values.js'

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
        maxAllowedCount: plainDigits,
        currentActionsCount: plainDigits,
        remainingActions: plainDigits,
        expiresAt: plainDigits,
        approvalNonce: plainDigits,
        multichainApprovalNonce: plainDigits,
        integrationId: z.string().nullable(),
      }),
  },
})
