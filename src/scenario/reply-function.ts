import type { BaseName, NetworkName } from '../market/catalogue/names.js'

/** The request. */
export interface AskedRequest {
  readonly network: NetworkName
  readonly base: BaseName
  /** Undefined for unknown paths. */
  readonly endpoint: string | undefined
  readonly method: string
  /** Path and query below the base address. */
  readonly url: string
  readonly query: URLSearchParams
  /** A header's value by lower-case name. */
  header(name: string): string | undefined
  /** Virtual time of arrival. */
  readonly at: Date
}

/** A reply that may be modified in place. */
export interface EditableReply {
  /** 200 to 599. */
  status: number
  /** Additional headers. */
  headers: Record<string, string>
  /** A copy of the value of a JSON body; other bodies as text. */
  body: unknown
}

/**
 * Modifies `reply`, the reply to be sent, or returns replacements for some of its parts.
 *
 * @example
 * import { startSimulator } from 'gmx-sim'
 *
 * const sim = await startSimulator()
 * await sim.loadScenario({
 *   rules: [
 *     {
 *       match: { endpoint: 'ping' },
 *       fault: { reply: (request, reply) => ({ body: { ok: true, asked: request.url } }) },
 *     },
 *   ],
 * })
 * const reply = await sim.fetch('/arbitrum/ping')
 * assert.deepEqual(await reply.json(), { ok: true, asked: '/ping' })
 * await sim.stop()
 */
export type ReplyFunction = (
  request: AskedRequest,
  reply: EditableReply,
) => Partial<EditableReply> | undefined | Promise<Partial<EditableReply> | undefined>
