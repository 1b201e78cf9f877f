/** The control API: whatever it is sent, an error is JSON with a code, and a call that is refused changes nothing. */
import fc from 'fast-check'
import { request } from 'undici'
import { controlOf } from '../../../test/support/control.js'
import { defineTarget, hold } from '../target.js'
import { anyOddText, anyValue, changed } from '../words.js'

const SCENARIO = {
  name: 'x',
  rules: [
    { id: 'a', match: { base: 'primary' }, when: { times: 2 }, fault: { status: 503, retryAfter: '1s' } },
  ],
}
const GOOD = {
  'PUT /clock': { mode: 'frozen', at: '2026-03-01T12:00:07Z' },
  'POST /clock/advance': { by: '5m' },
  'PUT /scenario': SCENARIO,
  'POST /journal/wait': { match: { endpoint: 'tickers' }, count: 1, timeout: '1ms' },
  'POST /sessions': {
    id: 'fuzz-a',
    seed: '43',
    ttl: '1m',
    clock: { mode: 'frozen' },
    scenario: SCENARIO,
    dialect: 'observed',
  },
  'POST /snapshots': {},
  'POST /reset': {},
} as const
const CALLS = [
  ...Object.keys(GOOD),
  'DELETE /scenario',
  'GET /scenario',
  'GET /clock',
  'GET /journal',
  'GET /journal/count',
  'GET /journal/pauses',
  'DELETE /journal',
  'GET /sessions',
  'DELETE /sessions/fuzz-a',
  'DELETE /sessions/nope',
  'POST /snapshots/snapshot-1/restore',
  'POST /snapshots/x/restore',
  'GET /health',
  'GET /nothing',
  'PATCH /clock',
  'GET /metrics',
  'GET /openapi.json',
]

interface Call {
  readonly call: string
  readonly body: string | undefined
  readonly query: string
  readonly inSession: boolean
}

const anyCall: fc.Arbitrary<Call> = fc.constantFrom(...CALLS).chain((call) => {
  const good = GOOD[call as keyof typeof GOOD]
  const body =
    good === undefined ? fc.option(anyValue) : fc.oneof({ weight: 4, arbitrary: changed([good]) }, anyValue)
  return fc.record({
    call: fc.constant(call),
    body: fc.oneof(
      {
        weight: 8,
        arbitrary: body.map((value) => (call.startsWith('GET') ? undefined : JSON.stringify(value))),
      },
      { weight: 1, arbitrary: call.startsWith('GET') ? fc.constant(undefined) : anyOddText },
    ),
    query: fc.oneof(
      { weight: 3, arbitrary: fc.constant('') },
      fc
        .tuple(
          fc.constantFrom('limit', 'since', 'status', 'base', 'connection', 'userAgent', 'nope'),
          anyOddText,
        )
        .map(([name, text]) => `?${new URLSearchParams({ [name]: text })}`),
    ),
    inSession: fc.boolean(),
  })
})

interface Told {
  readonly now: string
  readonly mode: string
  readonly rules?: readonly object[]
  readonly sessions: readonly { readonly clock: { now?: string }; ageMs?: number }[]
}

const SESSION = 'fuzz-b'
/** A journal is waited for as long as the call says; nobody waits that long here. */
const PATIENCE_MS = 500

async function ask<Body>(url: string, path: string): Promise<Body> {
  return (await request(`${url}/__sim/v1${path}`)).body.json() as Promise<Body>
}

/** All that a refused call must leave as it was. */
async function stateOf(url: string): Promise<string> {
  const [{ now, ...clock }, scenario, inSession, counted, sessions] = await Promise.all([
    ask<Told>(url, '/clock'),
    ask<Told>(url, '/scenario'),
    ask<Told>(`${url}/s/${SESSION}`, '/scenario'),
    ask<Told>(url, '/journal/count?endpoint=tickers'),
    ask<Told>(url, '/sessions'),
  ])
  for (const session of sessions.sessions) {
    delete session.clock.now
    delete session.ageMs
  }
  // Pings are counted by its rules meanwhile.
  for (const rule of scenario.rules ?? []) Object.assign(rule, { matched: 0, fired: 0 })
  return JSON.stringify([clock, clock.mode === 'frozen' ? now : '', scenario, inSession, counted, sessions])
}

/** Returns the reply to a call, or undefined after a timeout. */
async function callOf({ call, body, query, inSession }: Call, url: string) {
  const [method, path] = call.split(' ')
  try {
    const reply = await request(`${url}${inSession ? `/s/${SESSION}` : ''}/__sim/v1${path}${query}`, {
      method: method as 'GET',
      ...(body !== undefined && { body }),
      ...(call === 'POST /journal/wait' && { signal: AbortSignal.timeout(PATIENCE_MS) }),
    })
    return { status: reply.statusCode, text: await reply.body.text() }
  } catch (error) {
    if ((error as Error).name === 'TimeoutError') return undefined
    throw error
  }
}

/** Ends what was made: the longer the list of sessions, the longer each look at it takes. */
async function endSessions(url: string): Promise<void> {
  const { sessions } = await ask<{ sessions: { id: string }[] }>(url, '/sessions')
  for (const { id } of sessions) {
    const ended = await request(`${url}/__sim/v1/sessions/${id}`, { method: 'DELETE' })
    await ended.body.dump()
  }
}

export const control = defineTarget<readonly Call[]>({
  name: 'control',
  inputs: fc.array(anyCall, { minLength: 1, maxLength: 40 }),
  count: (calls) => calls.length,
  async attack(calls, { attacked: { url } }) {
    await controlOf(url).post('/sessions', { id: SESSION })
    let before: string | undefined
    for (const one of calls) {
      const { call, body } = one
      before ??= await stateOf(url)
      const reply = await callOf(one, url)
      if (reply === undefined) continue
      const { status, text } = reply
      hold(status < 500, `${call} answers no 5xx`, [status, text, body])
      if (status < 400) {
        if (!call.startsWith('GET')) before = undefined
        continue
      }
      const { error } = parsed(text)
      const words = [error?.code, error?.message, error?.hint]
      hold(
        words.every((word) => typeof word === 'string' && word !== ''),
        `${call}: an error says what and what to do`,
        text,
      )
      hold(text.length < 20_000, `${call}: an error is short`, text.length)
      const after = await stateOf(url)
      hold(after === before, `${call}: refused, it changes nothing`, [before, after, body])
    }
    await endSessions(url)
  },
  async tidy({ attacked: { url } }) {
    await endSessions(url)
    await controlOf(url).post('/reset')
  },
})

function parsed(text: string): { error?: { code?: unknown; message?: unknown; hint?: unknown } } {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
