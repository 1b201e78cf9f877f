/** The control API: whatever it is sent, an error is JSON with a code, and a call that is refused changes nothing. */
import fc from 'fast-check'
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
  readonly sessions: readonly { readonly clock: { now?: string } }[]
}

/** All that a refused call must leave as it was. */
async function stateOf(url: string): Promise<string> {
  const ask = async (path: string) => (await fetch(`${url}/__sim/v1${path}`)).json() as Promise<Told>
  const [{ now, ...clock }, scenario, counted, sessions] = await Promise.all([
    ask('/clock'),
    ask('/scenario'),
    ask('/journal/count?endpoint=tickers'),
    ask('/sessions'),
  ])
  for (const { clock } of sessions.sessions) delete clock.now
  // Pings are counted by its rules meanwhile.
  for (const rule of scenario.rules ?? []) Object.assign(rule, { matched: 0, fired: 0 })
  return JSON.stringify([clock, clock.mode === 'frozen' ? now : '', scenario, counted, sessions])
}

export const control = defineTarget<readonly Call[]>({
  name: 'control',
  inputs: fc.array(anyCall, { minLength: 1, maxLength: 12 }),
  count: (calls) => calls.length,
  async attack(calls, { attacked: { url } }) {
    await fetch(`${url}/__sim/v1/sessions`, { method: 'POST', body: '{"id":"fuzz-b"}' })
    let before: string | undefined
    for (const { call, body, query, inSession } of calls) {
      const [method, path] = call.split(' ')
      before ??= await stateOf(url)
      const init = { method, ...(body !== undefined && { body }) }
      const reply = await fetch(`${url}${inSession ? '/s/fuzz-b' : ''}/__sim/v1${path}${query}`, init)
      const text = await reply.text()
      hold(reply.status < 500, `${call} answers no 5xx`, [reply.status, text, body])
      if (reply.status < 400) {
        before = undefined
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
  },
  async tidy({ attacked: { url } }) {
    const { sessions } = (await (await fetch(`${url}/__sim/v1/sessions`)).json()) as {
      sessions: { id: string }[]
    }
    for (const { id } of sessions) await fetch(`${url}/__sim/v1/sessions/${id}`, { method: 'DELETE' })
    await fetch(`${url}/__sim/v1/reset`, { method: 'POST' })
  },
})

function parsed(text: string): { error?: { code?: unknown; message?: unknown; hint?: unknown } } {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
