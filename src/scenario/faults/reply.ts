import * as z from 'zod'
import { customReply, type Reply } from '../../api/routing/reply.js'
import type { ApiRequest } from '../../api/routing/request.js'
import { defineFault } from '../define.js'
import type { EditableReply, ReplyFunction } from '../reply-function.js'
import { sentHeaders } from '../values.js'

const HINT = 'write a function; scenarios in files cannot have one'

/** User code edits or replaces the reply. Absent from the documented table of faults, as files cannot contain it. */
export const reply = defineFault({
  key: 'reply',
  about: 'the result of a function; in code only',
  examples: [],
  shape: () => ({
    reply: z
      .custom<ReplyFunction>((given) => typeof given === 'function', { error: HINT })
      .meta({ tsType: 'ReplyFunction' }),
  }),
  inWords: () => 'answers the result of a function',
  outcomeClass: 'wrong',
  flaw: 'poisoned',
  stage: {
    on: 'code',
    async rewrite(sent, { reply: make }, request) {
      const body = parsedBody(sent)
      const before = JSON.stringify(body)
      // A plain reply removes none.
      const headers = { ...sent.headers } as Record<string, string>
      const given: EditableReply = { status: sent.status, headers, body }
      try {
        const made = await make(askedOf(request), given)
        const changed = rewritten(sent, { ...given, ...made })
        // Compares values, not bytes: numbers have several spellings.
        return changed.body.toString() === before ? { ...changed, body: sent.body } : changed
      } catch (error) {
        throw new ReplyFunctionError(error)
      }
    },
  },
})

function askedOf(request: ApiRequest): Parameters<ReplyFunction>[0] {
  const { network, base, endpoint, method, url, search, atMs } = request
  return {
    network,
    base,
    endpoint,
    method,
    url,
    query: new URLSearchParams(search),
    header: (name) => request.header(name.toLowerCase()),
    at: new Date(atMs),
  }
}

/** The value of JSON; other text unchanged. */
function parsedBody({ body }: Reply): unknown {
  const text = body.toString()
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const good = z.strictObject({
  status: z.int().min(200).max(599),
  headers: sentHeaders,
  body: z.unknown(),
})

function rewritten(sent: Reply, made: EditableReply): Reply {
  // The handshake of a stream, which only another status replaces.
  if (sent.status === made.status && sent.status === 101) return sent
  const parsed = good.safeParse(made)
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!
    throw new TypeError(`${path.join('.') || 'the result'}: ${message}`)
  }
  const { status, headers, body } = parsed.data
  return customReply(status, body, sent.asOfMs, headers)
}

/** The user's function failed; the client received status 500. */
export class ReplyFunctionError extends Error {
  override readonly name = 'ReplyFunctionError'

  constructor(cause: unknown) {
    const seen = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)
    super(`the reply function failed: ${seen}. The client received status 500: fix the function`, { cause })
  }
}
