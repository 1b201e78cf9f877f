/** Tools that are control calls: names here, everything else from the declaration of the call. */
import * as z from 'zod'
import { type ControlClient, type ControlReplies, unreachable } from '../../server/control/client.js'
import type { DescribedCall } from '../../server/control/define.js'
import { CONTROL_CALLS } from '../../server/control/index.js'
import { type Fields, schemaOf, type Tool } from './target.js'

interface Named {
  readonly call: keyof ControlReplies
  /** Fields of the reply to keep; all by default. */
  readonly keeps?: readonly string[]
  readonly about?: string
  /** Arguments of calls that omit them, for short replies. */
  readonly usual?: Fields
}

export const CALL_TOOLS: Readonly<Record<string, Named>> = {
  list_scenarios: { call: 'GET /scenarios' },
  check_scenario: { call: 'POST /scenario/check' },
  load_scenario: { call: 'PUT /scenario' },
  advance_clock: { call: 'POST /clock/advance' },
  set_clock: { call: 'PUT /clock' },
  move_market: { call: 'POST /prices' },
  journal: { call: 'GET /journal', usual: { limit: 20 } },
  pauses: { call: 'GET /journal/pauses', usual: { limit: 20 } },
  why: { call: 'GET /journal/:n' },
  reproduce: {
    call: 'GET /session',
    keeps: ['command', 'files', 'notes'],
    about: 'A command and files that reproduce the session.',
  },
}

export function callTools(target: ControlClient): Tool[] {
  return Object.entries(CALL_TOOLS).map(([name, named]) => toTool(name, named, callNamed(named.call), target))
}

/** Throws for a call that is not declared. */
export function callNamed(route: string): DescribedCall {
  const call = CONTROL_CALLS.find(({ method, path }) => `${method} ${path}` === route)
  if (call === undefined) throw new Error(`no control call ${route}`)
  return call
}

/** The schema of a reply, as far as it is kept. */
export function replyOf({ reply }: DescribedCall, keeps?: readonly string[]): z.ZodObject {
  const whole = reply as z.ZodObject
  if (keeps === undefined) return whole
  return whole.pick(Object.fromEntries(keeps.map((key) => [key, true])) as never)
}

function toTool(name: string, named: Named, call: DescribedCall, target: ControlClient): Tool {
  const { keeps, about = call.about, usual = {} } = named
  const params = [...call.path.matchAll(/:(\w+)/g)].map(([, param]) => param!)
  const defaults = Object.entries(usual).map(([key, value]) => ` ${key} is ${value} by default.`)
  return {
    name,
    description: about + defaults.join(''),
    inputSchema: inputOf(call, params),
    outputSchema: schemaOf(replyOf(call, keeps), 'output'),
    isReadOnly: call.changes !== true,
    async run(args, signal) {
      const given = call.textBody ? String(args['text'] ?? '') : { ...usual, ...args }
      const reply: Fields = await target.call(named.call, given, signal)
      return keeps === undefined ? reply : pick(reply, keeps)
    },
  }
}

function inputOf({ body, query, textBody }: DescribedCall, params: readonly string[]) {
  const named = z.strictObject(Object.fromEntries(params.map((param) => [param, z.int()])))
  const text = z.strictObject({ text: z.string().describe('The scenario') })
  return schemaOf(textBody ? text : (body ?? query ?? named), 'input')
}

export function pick(fields: Fields, keys: readonly string[]): Fields {
  return Object.fromEntries(keys.flatMap((key) => (key in fields ? [[key, fields[key]]] : [])))
}

const SESSION = ['seed', 'dialect', 'scenario', 'clock', 'requests', 'held']
const RULES = ['rules']
const BODY_CHARACTERS = 500
const ASK_MS = 30_000

const described = () =>
  z.strictObject({
    url: z.string(),
    dashboard: z.string(),
    bases: z.record(z.string(), z.string()),
    ...replyOf(callNamed('GET /session'), SESSION).shape,
    ...replyOf(callNamed('GET /scenario'), RULES).shape,
  })

const question = z.strictObject({
  address: z
    .string()
    .describe('Base address, path and query: arbitrum-fallback/prices/candles?tokenSymbol=ETH&period=1m'),
})

const asked = z.strictObject({
  status: z.int(),
  at: z.string().nullable().describe('Instant that the reply describes'),
  rule: z.string().nullable().describe('The rule that fired, if any'),
  retryAfter: z.string().nullable(),
  bytes: z.int(),
  body: z.string().describe(`At most ${BODY_CHARACTERS} characters`),
})

export function sessionTools(target: ControlClient): Tool[] {
  return [
    {
      name: 'describe',
      description: 'Addresses, seed, clock and scenario of the simulator, and counts of its rules.',
      inputSchema: schemaOf(z.strictObject({}), 'input'),
      outputSchema: schemaOf(described(), 'output'),
      isReadOnly: true,
      run: (_, signal) => describe(target, signal),
    },
    {
      name: 'ask',
      description:
        'Sends a GET request to a base address, as a client does: rules act on it and the journal records it.',
      inputSchema: schemaOf(question, 'input'),
      outputSchema: schemaOf(asked, 'output'),
      isReadOnly: false,
      run: (args, signal) => ask(target, args['address'], signal),
    },
  ]
}

async function describe({ url, call }: ControlClient, signal: AbortSignal): Promise<Fields> {
  const [session, scenario, { bases }] = await Promise.all([
    call('GET /session', {}, signal),
    call('GET /scenario', {}, signal),
    call('GET /bases', {}, signal),
  ])
  return {
    url,
    dashboard: `${url}/__sim/ui/`,
    bases: Object.fromEntries(bases.map(({ network, base, url }) => [`${network} ${base}`, url])),
    ...pick(session, SESSION),
    ...pick(scenario, RULES),
  }
}

async function ask({ url }: ControlClient, address: unknown, signal: AbortSignal): Promise<Fields> {
  const path = String(address).replace(/^\/+/, '')
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(ASK_MS)])
  const received = async () => {
    const reply = await fetch(`${url}/${path}`, { signal: inTime })
    return { reply, body: await reply.text() }
  }
  const { reply, body } = await received().catch((error: Error) => {
    throw unreachable(`${url}/${path}`, error)
  })
  const { status, headers } = reply
  return {
    status,
    at: headers.get('x-gmx-sim-at'),
    rule: headers.get('x-gmx-sim-rule'),
    retryAfter: headers.get('retry-after'),
    bytes: Buffer.byteLength(body),
    body: body.slice(0, BODY_CHARACTERS),
  }
}
