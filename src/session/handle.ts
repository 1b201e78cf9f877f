/**
 * A request's way through a session: arrival → decision and journal → wait → answer, through the fault's seam → wire.
 * Served over a socket or asked for in process, it is the same way.
 */
import type { Endpoint } from '../endpoints/define.js'
import type { Arrival } from '../scenario/arrival.js'
import type { Asked } from '../scenario/define.js'
import type { Decided, Decision } from '../scenario/run.js'
import type { Wire } from '../scenario/wire.js'
import type { World } from '../world.js'
import { type Answer, answer } from './answer.js'
import { errorReply, type Reply } from './reply.js'
import type { ServedSession } from './served.js'

/** What the scenario does to a request; counts it. */
export function decide(session: ServedSession, arrival: Arrival, endpoint: Endpoint | undefined): Decided {
  return session.scenario?.decider(arrival, endpoint)?.decide(arrival)
}

/**
 * Answers a request, of which `decide` may have been asked already. Everything that is counted is so before this first
 * waits for anything but the decision. Resolves to `changed` where that is the decision: nothing has been done then.
 * Rejects on bugs of our own only.
 */
export async function handle(
  session: ServedSession,
  arrival: Arrival,
  endpoint: Endpoint | undefined,
  wire: Wire,
  decided = decide(session, arrival, endpoint),
): Promise<'changed' | undefined> {
  const decision = decided instanceof Promise ? await decided : decided
  if (decision === 'changed') return decision
  const plan = planOf(session, arrival, endpoint, decision)
  const entry = isUnruledPreflight(arrival, decision) ? undefined : journal(session, arrival, decision, plan)
  if (entry !== undefined && plan.retryAfterSeconds !== undefined)
    entry.retryAfterSeconds = plan.retryAfterSeconds
  if (plan.waitMs > 0) await wire.wait(plan.waitMs)
  if (wire.gone) return undefined
  await plan.send(wire)
  if (entry !== undefined) session.journal.finish(entry, wire.elapsedMs())
  return undefined
}

/** What is going to happen, as far as it is known on arrival. */
interface Plan {
  readonly waitMs: number
  readonly status: number | null
  readonly outcome: string
  readonly retryAfterSeconds?: number
  send(wire: Wire): void | Promise<void>
}

function planOf(
  session: ServedSession,
  arrival: Arrival,
  endpoint: Endpoint | undefined,
  decision: Decision | undefined,
): Plan {
  const world = session.world(arrival.network, arrival.base)
  const answering = { cacheWindows: session.cacheWindows, world }
  const answerTo = ({ atMs = arrival.atMs, dialect = session.dialect }: Asked = {}) =>
    answer({ ...answering, dialect }, { ...arrival, endpoint, atMs })
  if (decision === undefined) {
    const plain = answerTo()
    return {
      waitMs: 0,
      status: plain.status,
      outcome: outcomeOf(plain.status),
      send: async (wire) => wire.send(await plain.reply()),
    }
  }
  const { ruleId: rule, delayMs } = decision
  const timeoutMs = endpoint?.timeoutMs ?? Number.POSITIVE_INFINITY
  if (delayMs >= timeoutMs) {
    const reply = { ...errorReply(504, ['timeout'], arrival.atMs), rule }
    return { waitMs: timeoutMs, status: 504, outcome: 'timeout', send: (wire) => wire.send(reply) }
  }
  return { waitMs: delayMs, ...struck(decision, world, answerTo) }
}

/** The plan for a request that a rule strikes: through exactly one seam. */
function struck(
  { ruleId: rule, fault, options, context }: Decision,
  world: World,
  answerTo: (asked?: Asked) => Answer,
): Omit<Plan, 'waitMs'> {
  const sending = (
    { status, reply }: Answer,
    outcome: string,
    change: (reply: Reply) => Reply | Promise<Reply> = (reply) => reply,
  ) => ({
    status,
    outcome,
    send: async (wire: Wire) => wire.send({ ...(await change(await reply())), rule }),
  })
  if (fault === undefined) return sending(answerTo(), 'delay')
  const { key, seam } = fault
  switch (seam.on) {
    case 'reply': {
      const reply = seam.reply(options, context)
      const retryAfterSeconds = retryAfterOf(reply)
      return {
        ...sending({ status: reply.status, reply: () => reply }, key),
        ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      }
    }
    case 'as-of':
      return sending(answerTo(seam.question(options, context)), key)
    case 'edit':
      return sending(answerTo(), key, async (reply) => {
        if (reply.status !== 200) return reply
        const edits = { ...context, world, network: world.network }
        const edited = await seam.edit(JSON.parse(reply.body.toString()), options, edits)
        return { ...reply, body: Buffer.from(JSON.stringify(edited)) }
      })
    case 'wire': {
      const answer = answerTo()
      return {
        status: seam.silent?.(options, answer.status) ? null : answer.status,
        outcome: key,
        send: async (wire) => seam.send(wire, { ...(await answer.reply()), rule }, options),
      }
    }
    case 'port':
      throw new Error(`${key} decides no request`)
  }
}

/** How long the client is told to wait, where that is said in seconds. */
function retryAfterOf({ headers = {} }: Reply): number | undefined {
  const name = Object.keys(headers).findLast((name) => name.toLowerCase() === 'retry-after')
  const text = name === undefined ? '' : headers[name]
  return /^\d+$/.test(text) ? Number(text) : undefined
}

function journal(
  { journal }: ServedSession,
  arrival: Arrival,
  decision: Decision | undefined,
  { status, outcome }: Plan,
) {
  const { network, base, endpoint = null, method, url, atMs } = arrival
  const kind = journal.kindOf({
    network,
    base,
    endpoint,
    method,
    rule: decision?.ruleId ?? null,
    status,
    outcome,
  })
  return journal.add(kind, url, atMs)
}

/** Preflights are the browser's, not the client's: they are journalled only when a rule is about them. */
function isUnruledPreflight({ method }: Arrival, decision: Decision | undefined): boolean {
  return method === 'OPTIONS' && decision === undefined
}

function outcomeOf(status: number): string {
  return status < 400 ? 'ok' : 'error'
}
