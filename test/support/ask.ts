import { methodsOf } from '../../src/api/endpoints/define.js'
import { ENDPOINTS } from '../../src/api/endpoints/index.js'
import type { Replies } from '../../src/entrypoints/testing/replies.js'
import type { NetworkName } from '../../src/market/catalogue/names.js'
import type { Session } from '../../src/session/session.js'
import { createTestSimulator, type Typed } from './simulator.js'

/** Queries endpoint `id` of a session in process; returns the parsed reply. */
export async function ask<Body>(
  session: Session,
  network: NetworkName,
  id: string,
  search = '',
): Promise<Body> {
  const endpoint = ENDPOINTS.find((endpoint) => endpoint.id === id)
  if (endpoint === undefined) throw new Error(`no endpoint ${id}`)
  const atMs = session.nowMs()
  const [method] = methodsOf(endpoint)
  const question = { network, base: 'primary', method, url: endpoint.path, search, atMs } as const
  const { status, body } = await session.answers.answer(session, question, endpoint).reply()
  if (status !== 200) throw new Error(`${status}: ${body}`)
  return JSON.parse(body.toString()) as Body
}

/** A session with its clock at `atMs`. */
export async function sessionAt(atMs: number, typed: Typed = {}): Promise<Session> {
  return (await createTestSimulator({ at: new Date(atMs).toISOString(), ...typed })).session
}

export type WireTicker = Replies['tickers']['reply'][number]
export type WireCandles = Replies['candles']['reply']
