/** JSON-RPC at an address without a chain: a client that mistakes it for a node learns that in its own protocol. */

const METHOD_NOT_FOUND = -32601
const NO_CHAIN = 'this is the price API, not a chain: send this call to a node'

/** The reply to a call, or to a batch of them: an error for each; undefined for any other body. */
export function jsonRpcReply(body: string): string | undefined {
  const asked = parsed(body)
  const calls = Array.isArray(asked) ? asked : [asked]
  if (calls.length === 0 || !calls.every(isCall)) return undefined
  const error = { code: METHOD_NOT_FOUND, message: NO_CHAIN }
  const replies = calls.map(({ id }) => ({ jsonrpc: '2.0', id, error }))
  return JSON.stringify(Array.isArray(asked) ? replies : replies[0])
}

interface JsonRpcCall {
  readonly jsonrpc: '2.0'
  readonly id: unknown
  readonly method: string
}

function isCall(value: unknown): value is JsonRpcCall {
  const { jsonrpc, id, method } = (value ?? {}) as Partial<JsonRpcCall>
  return jsonrpc === '2.0' && id !== undefined && typeof method === 'string'
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
