import { ControlError, UserError } from '../../kit/errors.js'
import * as z from '../../kit/zod.js'
import { givenInWords } from '../../scenario/describe-prices.js'
import { sets, setsOf } from '../../scenario/describe-settings.js'
import { describeLibrary, loadScenarioText } from '../../scenario/read/load.js'
import { ScenarioError } from '../../scenario/read/problems.js'
import { sourceText } from '../../scenario/read/source-text.js'
import type { Scenario } from '../../scenario/schema.js'
import { requireRoom } from '../../session/own-data.js'
import type { Session } from '../../session/session.js'
import { type ControlQuestion, defineCall } from './define.js'
import { problemInText, toControlError } from './scenario-error.js'
import { outlineOf, outlineShape } from './scenario-outline.js'
import { timelineOf, timelineReply } from './timeline.js'
import { requireWatched } from './watched-file.js'

const scenarioReply = z.strictObject({
  scenario: z
    .strictObject({
      name: z.string().nullable(),
      description: z.string().nullable(),
      events: z.int().meta({ description: 'Number of market moves' }),
      prices: z.array(z.string()).meta({ description: 'Assets with prices of their own' }),
      sets,
    })
    .nullable(),
  loadedAt: z.iso.datetime().nullable().meta({ description: 'Virtual time' }),
  rules: z.array(
    z.strictObject({
      id: z.string(),
      matched: z.int().meta({ description: 'Matched requests' }),
      fired: z.int().meta({ description: 'Requests on which it fired' }),
    }),
  ),
  prices: z
    .array(
      z.strictObject({
        asset: z.string(),
        kind: z.enum(['points', 'candles']),
        summary: z.string().meta({ description: 'One line of text' }),
      }),
    )
    .meta({ description: 'Prices of the session, which override those of the scenario' }),
})

function scenarioState({ scenario, givenPrices }: Session) {
  const own = [...givenPrices].map(([asset, given]) => ({
    asset,
    kind: given.kind,
    summary: givenInWords(given),
  }))
  if (scenario === undefined) return { scenario: null, loadedAt: null, rules: [], prices: own }
  const { name, description, events = [], prices = new Map() } = scenario.scenario
  return {
    scenario: {
      name: name ?? null,
      description: description ?? null,
      events: events.length,
      prices: [...prices.keys()],
      sets: setsOf(scenario.scenario),
    },
    loadedAt: new Date(scenario.loadedAtMs).toISOString(),
    rules: scenario.all.map(({ id, state: { matched, fired } }) => ({ id, matched, fired })),
    prices: own,
  }
}

async function sourceTextOf(scenario: Scenario | undefined): Promise<string | null> {
  return scenario?.written === undefined ? null : await sourceText(scenario.written)
}

const fileQuery = z.strictObject({
  file: z.literal('true').optional().meta({
    description: 'Reads it as the watched scenario file, which may name candle files',
  }),
})

async function readBody(question: ControlQuestion<undefined, z.output<typeof fileQuery>>): Promise<Scenario> {
  const { session, text, query, control } = question
  const path = query?.file && requireWatched(control.watchedFile)
  return loadScenarioText(text, 'body', session.catalogue, path)
}

async function check(question: ControlQuestion<undefined, z.output<typeof fileQuery>>) {
  try {
    const { session } = question
    const scenario = await readBody(question)
    session.requirePlayable(scenario)
    return { problems: [], outline: outlineOf(scenario) }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    const problems =
      error instanceof ScenarioError
        ? error.problems.map(problemInText)
        : [{ line: 1, column: 1, message: `${error.what}: ${error.seen}: ${error.hint}` }]
    return { problems, outline: null }
  }
}

export const scenarioCalls = [
  defineCall({
    method: 'GET',
    path: '/scenario',
    about: 'The active scenario, the counts of its rules, and the prices of the session.',
    perSession: true,
    reads: ['rules'],
    reply: scenarioReply,
    run: ({ session }) => scenarioState(session),
  }),
  defineCall({
    method: 'PUT',
    path: '/scenario',
    about:
      'Replaces the scenario: its time and counters restart, held requests are freed. {"use": name} loads a library scenario.',
    perSession: true,
    changes: true,
    reads: ['journal'],
    textBody: true,
    query: fileQuery,
    example: 'rules:\n  - fault: { status: 503 }\n',
    reply: scenarioReply,
    errors: [
      'no-scenario-file',
      { code: 'bad-scenario', about: 'invalid scenario; the previous one stays active' },
      'scenario-too-large',
      'too-much-data',
    ],
    async run(question) {
      const { session } = question
      const { sessions } = question.control
      const scenario = await readBody(question).catch(toControlError)
      // The scenario that it replaces stays for a restart, so all sessions count.
      requireRoom([sessions.root, ...sessions.list()], { scenarios: [scenario] })
      session.loadScenario(scenario)
      return scenarioState(session)
    },
  }),
  defineCall({
    method: 'DELETE',
    path: '/scenario',
    about: 'Ends the scenario; held requests are freed.',
    perSession: true,
    changes: true,
    reply: scenarioReply,
    run({ session }) {
      session.loadScenario(undefined)
      return scenarioState(session)
    },
  }),
  defineCall({
    method: 'POST',
    path: '/scenario/reload',
    about: 'Loads the current or last scenario again. Settings that overrode it still do.',
    perSession: true,
    changes: true,
    reads: ['journal'],
    reply: scenarioReply,
    errors: ['no-scenario'],
    run({ session }) {
      const same = session.scenario?.scenario ?? session.stopped
      if (same === undefined) throw new ControlError('no-scenario', 'no scenario to reload')
      session.loadScenario(same)
      return scenarioState(session)
    },
  }),
  defineCall({
    method: 'GET',
    path: '/scenario/timeline',
    about: 'The scenario as lanes over virtual time: when each rule and event is active, and its effect.',
    perSession: true,
    reads: ['rules'],
    reply: timelineReply,
    run: ({ session }) => timelineOf(session),
  }),
  defineCall({
    method: 'GET',
    path: '/scenario/source',
    about: 'The source text of the active scenario; YAML if it was given as an object.',
    perSession: true,
    reply: z.strictObject({
      text: z.string().nullable().meta({ description: 'Null if none is loaded' }),
      stopped: z.string().nullable().meta({
        description: 'Text of the scenario that POST scenario/reload loads; null if there is none',
      }),
    }),
    run: async ({ session: { scenario, stopped } }) => ({
      text: await sourceTextOf(scenario?.scenario),
      stopped: await sourceTextOf(stopped),
    }),
  }),
  defineCall({
    method: 'POST',
    path: '/scenario/check',
    about: 'Validates a scenario without loading it: problems with line and column, or its outline.',
    perSession: true,
    textBody: true,
    query: fileQuery,
    example: 'rules:\n  - fault: { staus: 503 }\n',
    reply: z.strictObject({
      problems: z.array(z.strictObject({ line: z.int(), column: z.int(), message: z.string() })),
      outline: z.strictObject(outlineShape).nullable(),
    }),
    errors: ['no-scenario-file'],
    run: check,
  }),
  defineCall({
    method: 'GET',
    path: '/scenarios',
    about: 'The scenario library; load one by PUT scenario {"use": name}.',
    perSession: true,
    reply: z.strictObject({
      scenarios: z.array(
        z.strictObject({
          name: z.string(),
          description: z.string().meta({ description: 'The incident, and the behaviour of a good client' }),
          ...outlineShape,
        }),
      ),
    }),
    run: async ({ session }) => ({
      scenarios: (await describeLibrary(session.catalogue)).map(({ scenario, ...item }) => ({
        ...item,
        ...outlineOf(scenario),
      })),
    }),
  }),
]
