/** Errors of a client's `fetch` for broken connections and invalid data, as over a socket: messages and names by code. */
const FAILURES = {
  ECONNRESET: ['read ECONNRESET', 'Error'],
  UND_ERR_SOCKET: ['other side closed', 'SocketError'],
  HPE_INVALID_CONSTANT: ['Response does not match the HTTP/1.1 protocol (Expected HTTP/)', 'HTTPParserError'],
  HPE_INVALID_CHUNK_SIZE: [
    'Response does not match the HTTP/1.1 protocol (Invalid character in chunk size)',
    'HTTPParserError',
  ],
  Z_DATA_ERROR: ['incorrect header check', 'Error'],
} as const

export type FailureCode = keyof typeof FAILURES

/** The rejection of `fetch` itself before the head has arrived, or of reading the body after it. */
export function failure(code: FailureCode, headSeen: boolean): TypeError {
  const [message, name] = FAILURES[code]
  const cause = Object.assign(new Error(message), { name, code })
  return new TypeError(headSeen ? 'terminated' : 'fetch failed', { cause })
}

/** Whether `failure` made an error. */
export function isFailure(error: unknown): boolean {
  const { code } = ((error as Error | null)?.cause ?? {}) as { readonly code?: unknown }
  return isTypeError(error) && typeof code === 'string' && Object.hasOwn(FAILURES, code)
}

/** Whether an error is a TypeError of any realm: Jest runs tests in one of their own. */
export function isTypeError(error: unknown): error is TypeError {
  return (error as Error | null)?.name === 'TypeError'
}
