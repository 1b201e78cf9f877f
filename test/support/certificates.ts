/** Signed certificates, created per test: no key is stored in the repository. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

export interface Signed {
  /** Certificate of the signer. */
  readonly ca: string
  readonly certificate: string
  readonly key: string
}

const EC = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']

/** Writes a certificate for 127.0.0.1, without other names, and that of its signer to a folder. */
export function signedIn(folder: string, signer: string): Signed {
  const at = (name: string) => join(folder, `${signer}-${name}.pem`)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })
  const [ca, caKey, certificate, key] = [at('ca'), at('ca-key'), at('server'), at('server-key')]
  openssl('req', '-x509', ...EC, '-keyout', caKey, '-out', ca, '-subj', `/CN=${signer}`)
  const own = ['-subj', '/CN=store', '-addext', 'subjectAltName=IP:127.0.0.1']
  const by = ['-CA', ca, '-CAkey', caKey, '-addext', 'basicConstraints=critical,CA:FALSE']
  openssl('req', '-x509', ...EC, '-keyout', key, '-out', certificate, ...own, ...by)
  return { ca, certificate, key }
}
