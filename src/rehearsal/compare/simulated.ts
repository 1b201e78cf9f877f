/** Replies of gmx-sim to the same queries, at the instant of the other source. */

import type { Dialect } from '../../api/endpoints/define.js'
import type { Catalogue } from '../../market/catalogue/types.js'
import { readSettings } from '../../server/config/resolve.js'
import { createLocalFetch } from '../../server/http/local/fetch.js'
import { createSimulator } from '../../server/simulator.js'
import type { SourceReply } from './source.js'
import { identityOf, type SimulatedReplies } from './windows.js'

const HOME = 'http://127.0.0.1:8650'
const STEP_MS = 50
const WATCHED_MS = 3500

export async function createSimulated(
  catalogue: Catalogue,
  network: string,
  dialect: Dialect,
): Promise<SimulatedReplies> {
  const settings = readSettings({ port: '0', clock: 'frozen', dialect, noControl: 'true' }, {})
  const { context, app, session } = await createSimulator(settings, undefined, { catalogue })
  const fetch = createLocalFetch({ context, app, session, url: HOME })
  const ask = async (path: string, atMs: number): Promise<SourceReply> => {
    session.clock.set({ atMs })
    const reply = await fetch(`${HOME}/${network}${path}`)
    const headers = Object.fromEntries(reply.headers)
    return { status: reply.status, headers, body: await reply.text(), sentMs: atMs, receivedMs: atMs }
  }
  return {
    async answers(questions, atMs) {
      const answers: Record<string, SourceReply> = {}
      for (const { id, path } of questions) answers[id] = await ask(path, atMs)
      return answers
    },
    async rhythm(path, atMs, byHeader) {
      const changes: number[] = []
      let last: string | undefined
      const beginMs = Math.floor(atMs / 1000) * 1000
      for (let at = 0; at <= WATCHED_MS; at += STEP_MS) {
        const { body, headers } = await ask(path, beginMs + at)
        const text = identityOf({ body, headers: byHeader ? headers : {} })
        if (text !== last) changes.push(at)
        last = text
      }
      const gaps = changes.slice(1).map((at, index) => at - changes[index])
      const isStill = gaps.length === 0
      return {
        longestMs: isStill ? Number.POSITIVE_INFINITY : Math.max(...gaps),
        threeMs: isStill ? 0 : Math.min(...gaps),
      }
    },
  }
}
