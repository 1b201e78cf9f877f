/**
 * One isolated run of the simulator: its own clock and worlds, the settings by which it answers. The server has one of
 * its own; whatever answers a question does so for a session.
 */
import type { NetworkName } from '../catalogue/networks.js'
import type { Endpoint } from '../endpoints/define.js'
import type { World } from '../world.js'
import { type AnswerSettings, answer, type Reply } from './answer.js'

export interface SessionOptions extends AnswerSettings {
  readonly id: string
  readonly seed: string
  readonly worldOf: (network: NetworkName) => World
}

export interface Session {
  readonly id: string
  readonly seed: string
  /** The instant on this session's clock, in ms since 1970. */
  nowMs(): number
  answer(network: NetworkName, endpoint: Endpoint, search: string): Promise<Reply>
}

export function createSession(options: SessionOptions): Session {
  return {
    id: options.id,
    seed: options.seed,
    nowMs: () => Math.floor(options.clock.nowMs()),
    answer: (network, endpoint, search) => answer(options, options.worldOf(network), endpoint, search),
  }
}
