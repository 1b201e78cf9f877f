import * as z from 'zod'
import { defineFault } from '../define.js'

/** Certificates that clients must reject; during a handshake there is none. */
const CERTIFICATES = {
  expired: 'an expired certificate',
  wrongHost: 'the certificate of another host',
  untrusted: 'a certificate of an unknown authority',
  handshake: undefined,
} as const

export type TlsFailure = keyof typeof CERTIFICATES

const certificateOf = ({ tls }: { readonly tls: TlsFailure }): string | undefined => CERTIFICATES[tls]

/** Without interception, where connections are plain, it refuses them. */
export const tls = defineFault({
  key: 'tls',
  about:
    'TLS fails: `expired`, `wrongHost`, `untrusted` or `handshake` ([intercepted](hosts.md#clients-with-hard-coded-hosts) only)',
  examples: ['{ tls: expired }'],
  shape: () => ({ tls: z.enum(Object.keys(CERTIFICATES) as TlsFailure[]) }),
  inWords(options) {
    const certificate = certificateOf(options)
    return certificate === undefined ? 'ends connections during the TLS handshake' : `presents ${certificate}`
  },
  outcomeClass: 'broken',
  flaw: null,
  stage: { on: 'port', certificate: certificateOf },
})
