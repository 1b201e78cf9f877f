import * as z from 'zod'
import { ControlError } from '../../core/errors.js'
import { newInstanceId } from '../../core/random.js'
import { DIALECTS } from '../../endpoints/define.js'
import { ScenarioError } from '../../scenario/problems.js'
import { checkScenarioValue, readScenario } from '../../scenario/read.js'
import type { Scenario } from '../../scenario/schema.js'
import { duration } from '../../scenario/values.js'
import type { Session, SessionOptions } from '../../session/session.js'
import { baseUrlsAt } from '../base-urls.js'
import { clockChange, clockState, toClockSetting } from './clock.js'
import { type ControlQuestion, defineCall } from './define.js'

const newSession = z.strictObject({
  id: z.string().optional(),
  seed: z.string().optional(),
  clock: clockChange.optional(),
  scenario: z
    .union([z.string(), z.record(z.string(), z.unknown())], {
      error: 'write a scenario, as YAML text or as an object',
    })
    .optional(),
  dialect: z.enum(DIALECTS).optional(),
  ttl: duration.optional(),
})

function describe(session: Session, origin: string) {
  const below = `${origin}/s/${session.id}`
  return { id: session.id, baseUrls: baseUrlsAt(below), controlUrl: `${below}/__sim/v1` }
}

export const sessionCalls = [
  defineCall({
    method: 'POST',
    path: '/sessions',
    about: 'Makes an isolated world: what is not given is as the server was started.',
    perSession: false,
    status: 201,
    body: newSession,
    async run({ body, context, origin }) {
      const { id = newInstanceId(), seed, clock, dialect, ttl } = body
      const { root } = context.sessions
      const scenario = await scenarioOf(body.scenario, root)
      const change: Partial<SessionOptions> = {
        ...(seed !== undefined && { seed }),
        ...(dialect && { dialect }),
        ...(clock && { clock: { ...context.sessions.start.clock, ...toClockSetting(clock) } }),
        ...(scenario && { scenario }),
      }
      return describe(context.sessions.create(id, change, ttl), origin)
    },
  }),
  defineCall({
    method: 'GET',
    path: '/sessions',
    about: 'The sessions that have not ended, oldest first.',
    perSession: false,
    run: ({ context, origin }) => ({
      sessions: context.sessions.list().map((session) => ({
        ...describe(session, origin),
        seed: session.seed,
        clock: clockState(session),
        requests: session.journal.count(),
      })),
    }),
  }),
  defineCall({
    method: 'DELETE',
    path: '/sessions/:id',
    about: 'Ends a session and frees the requests that it holds.',
    perSession: false,
    run: ({ context, params: { id } }) => {
      if (!context.sessions.end(id)) throw noSession(id)
      return { ended: id }
    },
  }),
]

export function noSession(id: string): ControlError {
  return new ControlError(
    404,
    'no-such-session',
    `there is no session ${id.slice(0, 64)}`,
    'make one with POST sessions; it may have ended',
  )
}

async function scenarioOf(
  given: string | Record<string, unknown> | undefined,
  { catalogue }: Session,
): Promise<Scenario | undefined> {
  if (given === undefined) return undefined
  try {
    return typeof given === 'string'
      ? await readScenario(given, 'scenario', catalogue)
      : checkScenarioValue(given, catalogue)
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error
    throw new ControlError(
      400,
      'bad-scenario',
      error.problems.map(({ message }) => message).join('; '),
      'mend the scenario',
    )
  }
}

export const snapshotCalls = [
  defineCall({
    method: 'POST',
    path: '/snapshots',
    about: 'Takes a snapshot: clock, scenario with its counters and buckets, journal.',
    perSession: true,
    status: 201,
    run: ({ context, session }) => ({ id: context.sessions.takeSnapshot(session) }),
  }),
  defineCall({
    method: 'POST',
    path: '/snapshots/:id/restore',
    about: 'Makes everything what it was, so that the same requests get the same replies again.',
    perSession: true,
    run({ context, session, params: { id } }: ControlQuestion<undefined, undefined>) {
      context.sessions.restoreSnapshot(session, id)
      return { restored: id, clock: clockState(session) }
    },
  }),
  defineCall({
    method: 'POST',
    path: '/reset',
    about: 'Back to how it was started.',
    perSession: true,
    run({ session }) {
      session.reset()
      return { clock: clockState(session) }
    },
  }),
]
