import * as z from '../../core/zod.js'
import { defineFault } from '../define.js'

/** Certificates that clients must reject, and a connection that ends before there is one. */
const FAILURES = {
  expired: 'presents an expired certificate',
  wrongHost: 'presents the certificate of another host',
  untrusted: 'presents a certificate of an unknown authority',
  handshake: 'ends connections during the TLS handshake',
} as const

export type TlsFailure = keyof typeof FAILURES

/** Without interception, where connections are plain, it refuses them. */
export const tls = defineFault({
  key: 'tls',
  about:
    'TLS fails: `expired`, `wrongHost`, `untrusted` or `handshake` ([intercepted](hosts.md#clients-with-hard-coded-hosts) only)',
  examples: ['{ tls: expired }'],
  shape: () => ({ tls: z.enum(Object.keys(FAILURES) as TlsFailure[]) }),
  inWords: ({ tls }) => FAILURES[tls],
  outcomeClass: 'broken',
  flaw: null,
  stage: { on: 'port' },
})
