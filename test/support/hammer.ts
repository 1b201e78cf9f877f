/** Many requests at once, and what came of each. */
import { Agent, get } from 'node:http'

export interface Tally {
  /** Requests that were sent. */
  sent: number
  /** Answered as they should be. */
  right: number
  /** 503 of a replica that has lost its store. */
  refused: number
  /** No reply, or one of the balancer that it has none. */
  lost: number
  /** Anything else: what was wrong, by what it was. */
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
  /** How many are sent; until `signal` is aborted when left out. */
  readonly count?: number
  readonly atOnce?: number
  readonly signal?: AbortSignal
  /** Told how many have been sent. */
  onSent?(sent: number): void
  /** What is wrong with a reply; undefined where it is right. */
  check(reply: Reply): string | undefined
}

/** Sends requests, each of the addresses in turn. */
export async function hammer({
  urls,
  path = '/arbitrum/ping',
  count = Number.POSITIVE_INFINITY,
  atOnce = 24,
  signal,
  onSent,
  check,
}: HammerOptions): Promise<Tally> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const tally: Tally = { sent: 0, right: 0, refused: 0, lost: 0, wrong: new Map() }
  const one = (url: string): Promise<void> =>
    new Promise((resolve) => {
      const lose = () => {
        tally.lost++
        // Whoever is gone is not asked again in the same breath.
        setTimeout(resolve, 5)
      }
      const asked = get(`${url}${path}`, { agent }, (reply) => {
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
          // The balancer's own have no such header.
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

/** A row of the table of failures, printed where GMX_SIM_TEST_REPORT is set. */
export function report(name: string, { sent, right, refused, lost, wrong }: Tally, more: object = {}): void {
  if (!process.env['GMX_SIM_TEST_REPORT']) return
  const odd = [...wrong.values()].reduce((sum, count) => sum + count, 0)
  console.info(`${name}: ${JSON.stringify({ sent, right, refused, lost, wrong: odd, ...more })}`)
}
