/** Concurrent requests, and a tally of their outcomes. */
import { Agent, get } from 'node:http'
import { PATIENCE_MS } from './patience.js'

export interface Tally {
  /** Requests sent. */
  sent: number
  /** Correct replies. */
  right: number
  /** 503 of a replica that has lost its store. */
  refused: number
  /** Requests without a reply, also for longer than any machine stalls, or with an error of the balancer. */
  lost: number
  /** All others: counts by problem. */
  readonly wrong: Map<string, number>
}

export interface Reply {
  readonly status: number
  readonly rule: string | undefined
  readonly body: string
}

export interface HammerOptions {
  readonly urls: readonly string[]
  readonly path?: string
  /** Number of requests; default: until `signal` is aborted. */
  readonly count?: number
  readonly atOnce?: number
  readonly signal?: AbortSignal
  /** Called with the number of requests sent. */
  onSent?(sent: number): void
  /** Returns the problem of a reply; undefined for a correct one. */
  check(reply: Reply): string | undefined
}

/** Shorter than servers keep an idle connection: one that they close just as it is used again would lose a request. */
const IDLE_MS = 2000

/** Sends requests to the addresses in turn. */
export async function hammer({
  urls,
  path = '/arbitrum/ping',
  count = Number.POSITIVE_INFINITY,
  atOnce = 24,
  signal,
  onSent,
  check,
}: HammerOptions): Promise<Tally> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce, timeout: IDLE_MS })
  const tally: Tally = { sent: 0, right: 0, refused: 0, lost: 0, wrong: new Map() }
  const one = (url: string): Promise<void> =>
    new Promise((resolve) => {
      const lose = () => {
        tally.lost++
        // Pauses before the next request to an unreachable address.
        setTimeout(resolve, 5)
      }
      const signal = AbortSignal.timeout(PATIENCE_MS)
      const asked = get(`${url}${path}`, { agent, signal }, (reply) => {
        let body = ''
        reply.setEncoding('utf8')
        reply.on('data', (text: string) => {
          body += text
        })
        reply.once('error', lose)
        reply.once('end', () => {
          const { statusCode: status = 0, headers } = reply
          const rule = headers['x-gmx-sim-rule'] as string | undefined
          if (headers['x-gmx-sim-error'] === 'store') {
            tally.refused++
            setTimeout(resolve, 5)
            return
          }
          // Errors of the balancer lack this header.
          if (headers['x-gmx-sim-at'] === undefined && status >= 500) return lose()
          const problem = check({ status, rule, body })
          if (problem === undefined) tally.right++
          else tally.wrong.set(problem, (tally.wrong.get(problem) ?? 0) + 1)
          resolve()
        })
      })
      asked.once('error', lose)
    })
  const worker = async (): Promise<void> => {
    while (tally.sent < count && signal?.aborted !== true) {
      const url = urls[tally.sent++ % urls.length]
      onSent?.(tally.sent)
      await one(url)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  agent.destroy()
  return tally
}
