/** Errors of a client's `fetch` for broken connections: messages and codes as over a socket. */

/** Node's error codes for broken connections and invalid data. */
export type FailureCode =
  | 'ECONNRESET'
  | 'UND_ERR_SOCKET'
  | 'HPE_INVALID_CONSTANT'
  | 'HPE_INVALID_CHUNK_SIZE'
  | 'Z_DATA_ERROR'

const MESSAGES: Readonly<Record<FailureCode, string>> = {
  ECONNRESET: 'read ECONNRESET',
  UND_ERR_SOCKET: 'other side closed',
  HPE_INVALID_CONSTANT: 'Response does not match the HTTP/1.1 protocol (Expected HTTP/)',
  HPE_INVALID_CHUNK_SIZE: 'Response does not match the HTTP/1.1 protocol (Invalid character in chunk size)',
  Z_DATA_ERROR: 'incorrect header check',
}

const ERROR_NAMES: Readonly<Partial<Record<FailureCode, string>>> = {
  UND_ERR_SOCKET: 'SocketError',
  HPE_INVALID_CONSTANT: 'HTTPParserError',
  HPE_INVALID_CHUNK_SIZE: 'HTTPParserError',
}

/** The rejection of `fetch` itself before the head has arrived, or of reading the body after it. */
export function failure(code: FailureCode, headSeen: boolean): TypeError {
  const cause = Object.assign(new Error(MESSAGES[code]), { name: ERROR_NAMES[code] ?? 'Error', code })
  return new TypeError(headSeen ? 'terminated' : 'fetch failed', { cause })
}

/** Whether `failure` made an error. */
export function isFailure(error: unknown): boolean {
  const { code } = ((error as Error | null)?.cause ?? {}) as { readonly code?: unknown }
  return error instanceof TypeError && typeof code === 'string' && Object.hasOwn(MESSAGES, code)
}
