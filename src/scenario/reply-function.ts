/** A reply made by code: what `fault: { reply }` calls for each request on which its rule fires. */
import type { BaseName, NetworkName } from '../catalogue/bases.js'

/** What is asked, as it came. */
export interface AskedRequest {
  readonly network: NetworkName
  readonly base: BaseName
  /** Undefined for a path that no endpoint has. */
  readonly endpoint: string | undefined
  readonly method: string
  /** Path and query below the base address. */
  readonly url: string
  readonly query: URLSearchParams
  /** The value of a header, by its name in small letters. */
  header(name: string): string | undefined
  /** Virtual time when it came. */
  readonly at: Date
}

/** A reply that may be changed in place. */
export interface EditableReply {
  /** 200 to 599. */
  status: number
  /** Those on top of what every reply has. */
  headers: Record<string, string>
  /** The value of a JSON body, a copy of its own; text is sent as it is. */
  body: unknown
}

/**
 * Changes `reply`, which is what would be sent, or returns what takes its place: what is left out stays as it is.
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
