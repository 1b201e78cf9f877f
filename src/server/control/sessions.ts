import * as z from 'zod'
import { DIALECTS } from '../../api/endpoints/define.js'
import { toClockSetting } from '../../kit/clock/clock.js'
import { UserError } from '../../kit/errors.js'
import { newInstanceId } from '../../kit/random/random.js'
import { baseUrlsAt } from '../../market/catalogue/base-urls.js'
import type { CatalogueInput } from '../../scenario/custom-catalogue/input.js'
import { CatalogueText, type OverlaySource } from '../../scenario/custom-catalogue/source.js'
import { checkPricesValue, loadGivenScenario } from '../../scenario/read/load.js'
import { ScenarioError } from '../../scenario/read/problems.js'
import { scenarioName } from '../../scenario/schema.js'
import { duration, seed } from '../../scenario/values.js'
import { ControlError, type ControlErrorCode } from '../../session/control-errors.js'
import type { Session } from '../../session/session.js'
import { UnreadableError } from '../../session/state-errors.js'
import { type Addresses, environmentOf, type GivenEnvironment } from '../config/placeholders.js'
import { clockChange, clockReply, clockState } from './clock.js'
import { type ControlQuestion, defineCall } from './define.js'
import { entryReply } from './journal-replies.js'
import { newSessionSettings } from './new-session-settings.js'

const textOrObject = (error: string) =>
  z.union([z.string(), z.record(z.string(), z.unknown())], { error }).optional()

const newSession = z.strictObject({
  id: z.string().optional(),
  seed: seed.optional(),
  clock: clockChange.optional(),
  scenario: textOrObject(
    'write a scenario, as YAML text or as an object, or the name of one that GET scenarios lists',
  ),
  prices: z
    .record(z.string(), z.unknown(), {
      error: 'write prices by asset, such as {"ETH": {"points": {"0s": 2500}}}',
    })
    .optional(),
  dialect: z.enum(DIALECTS).optional(),
  catalogue: textOrObject('write a catalogue, as YAML text or as an object'),
  ttl: duration.optional(),
  env: z
    .record(z.string(), z.string(), { error: 'write variables by name, such as {"PRICE_API": "{arbitrum}"}' })
    .optional()
    .describe('Variables of your own for the reply, with placeholders such as {arbitrum.fallback}'),
})

const sessionReply = z.strictObject({
  id: z.string(),
  baseUrls: z.record(z.string(), z.record(z.string(), z.string())),
  controlUrl: z.string(),
})

function describe(session: Session, origin: string) {
  const below = `${origin}/s/${session.id}`
  return {
    id: session.id,
    baseUrls: baseUrlsAt(below, session.catalogue.bases),
    controlUrl: `${below}/__sim/v1`,
  }
}

function environmentIn(addresses: Addresses, given: GivenEnvironment | undefined): GivenEnvironment {
  try {
    return environmentOf(addresses, given)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    throw new ControlError('bad-body', `env: ${error.what}: ${error.seen}`, error.hint)
  }
}

/** A session whose data in the store is damaged is listed with what is known of it. */
const unlessUnreadable = (reading: Promise<unknown>) =>
  reading.catch((error: unknown) => {
    if (!(error instanceof UnreadableError)) throw error
  })

export const sessionCalls = [
  defineCall('POST /sessions', {
    about: 'Creates an isolated session; omitted settings are those the server was started with.',
    isOfServer: true,
    status: 201,
    body: newSession,
    example: { seed: '43', ttl: '1h' },
    reply: sessionReply.extend({
      env: z.record(z.string(), z.string()).describe('The addresses as environment variables'),
    }),
    errors: [
      'bad-session-id',
      'bad-catalogue',
      'bad-scenario',
      'bad-prices',
      'session-exists',
      'too-many-sessions',
      'too-much-data',
    ],
    async run({ body, control: { sessions }, origin }) {
      const { id = newInstanceId(), seed, clock, dialect, ttl, scenario, prices: rows } = body
      const catalogueFrom = body.catalogue === undefined ? undefined : [sourceOf(body.catalogue)]
      const catalogue =
        catalogueFrom && (await orControlError('bad-catalogue', () => sessions.catalogueWith(catalogueFrom)))
      const known = catalogue ?? sessions.root.catalogue
      const change = newSessionSettings(sessions, {
        seed,
        dialect,
        clock: clock && toClockSetting(clock),
        scenario:
          scenario === undefined
            ? undefined
            : await orControlError('bad-scenario', () => loadGivenScenario(scenario, 'scenario', known)),
        prices: rows && (await orControlError('bad-prices', () => checkPricesValue(rows, known))),
        catalogue,
        catalogueFrom,
      })
      const url = `${origin}/s/${id}`
      const env = environmentIn({ url, baseUrls: baseUrlsAt(url, known.bases) }, body.env)
      return {
        ...describe(await sessions.state.change(id, () => sessions.create(id, change, ttl)), origin),
        env,
      }
    },
  }),
  defineCall('GET /sessions', {
    about: 'Active sessions, oldest first.',
    isOfServer: true,
    reply: z.strictObject({
      sessions: z.array(
        sessionReply.extend({
          seed: z.string(),
          clock: clockReply,
          scenario: z.string().nullable().describe('Name; null if none is loaded'),
          ageMs: z.number().describe('Real time since its creation'),
          requests: z.int(),
          failures: z.int().describe('Requests without an answer, or with an error'),
          lastFailure: entryReply.nullable().describe('The newest of them, if it is kept'),
        }),
      ),
    }),
    async run({ control: { sessions }, origin }) {
      const { state } = sessions
      await state.readAll()
      const failed = sessions.list().filter(({ journal }) => journal.failures() > 0)
      await Promise.all(failed.map(async ({ id }) => state.read(id, ['journal'])).map(unlessUnreadable))
      const nowMs = state.time.elapsedMs()
      return {
        sessions: sessions.list().map((session) => {
          const { id, seed, clock, scenario, journal } = session
          return {
            ...describe(session, origin),
            seed,
            clock: clockState(clock),
            scenario: scenario === undefined ? null : scenarioName(scenario.scenario),
            ageMs: Math.max(0, Math.round(nowMs - (sessions.originOf(id)?.createdAtMs ?? nowMs))),
            requests: journal.count(),
            failures: journal.failures(),
            lastFailure: journal.lastFailure(),
          }
        }),
      }
    },
  }),
  defineCall('DELETE /sessions/:id', {
    about: 'Ends a session and frees its held requests.',
    isOfServer: true,
    reply: z.strictObject({ ended: z.string() }),
    errors: [{ code: 'no-such-session', about: 'it does not exist, or has ended' }],
    run: async ({ control: { sessions }, params: { id } }) => {
      if (!(await sessions.state.change(id, () => sessions.end(id)))) throw noSession(id)
      return { ended: id }
    },
  }),
  defineCall('POST /snapshots', {
    about: 'Takes a snapshot: clock, scenario with its counters and buckets, journal.',
    changes: true,
    status: 201,
    reply: z.strictObject({ id: z.string() }),
    errors: ['too-many-snapshots'],
    run: async ({ control, session }) => ({ id: await control.sessions.state.snapshots.take(session) }),
  }),
  defineCall('POST /snapshots/:id/restore', {
    about: 'Restores a snapshot: the same requests get the same replies again.',
    changes: true,
    reply: z.strictObject({ restored: z.string(), clock: clockReply }),
    errors: ['no-such-snapshot'],
    async run({ control, session, params: { id } }: ControlQuestion<undefined, undefined>) {
      await control.sessions.state.snapshots.restore(session, id)
      return { restored: id, clock: clockState(session.clock) }
    },
  }),
  defineCall('POST /reset', {
    about: 'Resets the session to its start.',
    changes: true,
    restarts: true,
    reply: z.strictObject({ clock: clockReply }),
    run({ control, session }) {
      control.sessions.reset(session)
      return { clock: clockState(session.clock) }
    },
  }),
]

export function noSession(id: string): ControlError {
  return new ControlError('no-such-session', `session ${id.slice(0, 64)} does not exist`)
}

const sourceOf = (given: string | object): OverlaySource =>
  typeof given === 'string' ? new CatalogueText(given) : (given as CatalogueInput)

async function orControlError<Value>(code: ControlErrorCode, read: () => Promise<Value>): Promise<Value> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ScenarioError)
      throw new ControlError(code, error.problems.map(({ message }) => message).join('; '))
    if (code !== 'bad-catalogue' || !(error instanceof UserError)) throw error
    throw new ControlError(code, error.seen)
  }
}
