/** Tools that combine calls or use a base address: describe and ask. */
import * as z from '../../kit/zod.js'
import { callNamed, pick, replyOf } from './call-tools.js'
import { type ToolTarget, unreachable } from './target.js'
import { type Fields, objectSchema, schemaOf, type Tool } from './tool.js'

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

const asked = z.strictObject({
  status: z.int(),
  at: z.string().nullable().meta({ description: 'Instant that the reply describes' }),
  rule: z.string().nullable().meta({ description: 'The rule that fired, if any' }),
  retryAfter: z.string().nullable(),
  bytes: z.int(),
  body: z.string().meta({ description: `At most ${BODY_CHARACTERS} characters` }),
})

export function sessionTools(target: ToolTarget): Tool[] {
  return [
    {
      name: 'describe',
      description: 'Addresses, seed, clock and scenario of the simulator, and counts of its rules.',
      inputSchema: objectSchema({}),
      outputSchema: schemaOf(described(), 'output'),
      isReadOnly: true,
      run: (_, signal) => describe(target, signal),
    },
    {
      name: 'ask',
      description:
        'Sends a GET request to a base address, as a client does: rules act on it and the journal records it.',
      inputSchema: objectSchema(
        {
          address: {
            type: 'string',
            description:
              'Base address, path and query: arbitrum-fallback/prices/candles?tokenSymbol=ETH&period=1m',
          },
        },
        ['address'],
      ),
      outputSchema: schemaOf(asked, 'output'),
      isReadOnly: false,
      run: (args, signal) => ask(target, args['address'], signal),
    },
  ]
}

async function describe({ url, control }: ToolTarget, signal: AbortSignal): Promise<Fields> {
  const [session, scenario, { bases }] = await Promise.all(
    ['/session', '/scenario', '/bases'].map((path) => control('GET', path, undefined, signal)),
  )
  const addresses = bases as readonly {
    readonly network: string
    readonly base: string
    readonly url: string
  }[]
  return {
    url,
    dashboard: `${url}/__sim/ui/`,
    bases: Object.fromEntries(addresses.map(({ network, base, url }) => [`${network} ${base}`, url])),
    ...pick(session, SESSION),
    ...pick(scenario, RULES),
  }
}

async function ask({ url }: ToolTarget, address: unknown, signal: AbortSignal): Promise<Fields> {
  const path = String(address).replace(/^\/+/, '')
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(ASK_MS)])
  const reply = await fetch(`${url}/${path}`, { signal: inTime }).catch((error: Error) => {
    throw unreachable(`${url}/${path}`, error)
  })
  const body = await reply.text().catch((error: Error) => {
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
