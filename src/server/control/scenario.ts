import * as z from 'zod'
import { UserError } from '../../kit/errors.js'
import { fileReason, writeAtomically } from '../../kit/files.js'
import { scenarioJsonSchema } from '../../scenario/json-schema.js'
import { sets, setsOf } from '../../scenario/overrides.js'
import { givenInWords } from '../../scenario/prices.js'
import { describeLibrary, loadGivenScenario, readScenarioFile } from '../../scenario/read/load.js'
import { formatProblem, type Problem, ScenarioError } from '../../scenario/read/problems.js'
import { sourceText } from '../../scenario/read/source-text.js'
import type { Scenario } from '../../scenario/schema.js'
import { ControlError } from '../../session/control-errors.js'
import { requireRoom } from '../../session/own-data.js'
import type { Session } from '../../session/session.js'
import { type ControlQuestion, defineCall } from './define.js'
import { outlineOf, outlineShape, timelineOf, timelineReply } from './timeline.js'

const scenarioReply = z.strictObject({
  scenario: z
    .strictObject({
      name: z.string().nullable(),
      description: z.string().nullable(),
      events: z.int().describe('Number of market moves'),
      prices: z.array(z.string()).describe('Assets with prices of their own'),
      tokens: z.array(z.string()).describe('Tokens that it lists or delists'),
      sets,
    })
    .nullable(),
  loadedAt: z.iso.datetime().nullable().describe('Virtual time'),
  rules: z.array(
    z.strictObject({
      id: z.string(),
      matched: z.int().describe('Matched requests'),
      fired: z.int().describe('Requests on which it fired'),
    }),
  ),
  prices: z
    .array(
      z.strictObject({
        asset: z.string(),
        kind: z.enum(['points', 'candles']),
        summary: z.string().describe('One line of text'),
      }),
    )
    .describe('Prices of the session, which override those of the scenario'),
})

function scenarioState({ scenario, givenPrices }: Session) {
  const own = [...givenPrices].map(([asset, given]) => ({
    asset,
    kind: given.kind,
    summary: givenInWords(given),
  }))
  if (scenario === undefined) return { scenario: null, loadedAt: null, rules: [], prices: own }
  const { name, description, events = [], prices = new Map(), tokens = {} } = scenario.scenario
  return {
    scenario: {
      name: name ?? null,
      description: description ?? null,
      events: events.length,
      prices: [...prices.keys()],
      tokens: Object.keys(tokens),
      sets: setsOf(scenario.scenario),
    },
    loadedAt: new Date(scenario.loadedAtMs).toISOString(),
    rules: scenario.all.map(({ id, state: { matched, fired } }) => ({ id, matched, fired })),
    prices: own,
  }
}

function loaded(session: Session, scenario: Scenario | undefined) {
  session.loadScenario(scenario)
  return scenarioState(session)
}

async function sourceTextOf(scenario: Scenario | undefined): Promise<string | null> {
  return scenario?.written === undefined ? null : await sourceText(scenario.written)
}

const fileQuery = z.strictObject({
  file: z
    .literal('true')
    .optional()
    .describe('Reads it as the watched scenario file, which may name candle files'),
})

const loadQuery = fileQuery.extend({
  continue: z
    .literal('true')
    .optional()
    .describe('Its time goes on, and so do the counts of rules that stay as they are'),
})

type FileQuestion = ControlQuestion<undefined, z.output<typeof fileQuery>>

async function readBody({ session, text, query, control }: FileQuestion): Promise<Scenario> {
  const path = query?.file && requireWatched(control.watchedFile)
  return loadGivenScenario(text, 'body', session.catalogue, path)
}

async function check(question: FileQuestion) {
  try {
    const scenario = await readBody(question)
    question.session.requirePlayable(scenario)
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

/** A problem of a candle file has no place in the text: its message begins with the file's. */
function problemInText(problem: Problem) {
  const { file, line, column, message } = problem
  return file === undefined
    ? { line, column, message }
    : { line: 1, column: 1, message: formatProblem(file, problem) }
}

/** Rethrows problems of a scenario as one error of a call. */
function toControlError(error: unknown): never {
  if (!(error instanceof ScenarioError)) throw error
  const lines = error.problems.map((problem) =>
    problem.file === undefined
      ? `${problem.line}:${problem.column} ${problem.message}`
      : formatProblem(problem.file, problem),
  )
  throw new ControlError('bad-scenario', lines.join('; '), 'fix it there; the previous scenario stays active')
}

/** Throws if no file is watched. */
function requireWatched(path: string | undefined): string {
  if (path === undefined) throw new ControlError('no-scenario-file', 'no scenario file is watched')
  return path
}

export const scenarioCalls = [
  defineCall('GET /scenario', {
    about: 'The active scenario, the counts of its rules, and the prices of the session.',
    reads: ['rules'],
    reply: scenarioReply,
    run: ({ session }) => scenarioState(session),
  }),
  defineCall('PUT /scenario', {
    about:
      'Replaces the scenario: its time and counters restart unless it continues, held requests are freed. {"use": name} loads a library scenario.',
    changes: true,
    reads: ['journal', 'rules'],
    textBody: true,
    query: loadQuery,
    example: 'rules:\n  - fault: { status: 503 }\n',
    reply: scenarioReply,
    errors: [
      'no-scenario-file',
      { code: 'bad-scenario', about: 'invalid scenario; the previous one stays active' },
      'scenario-too-large',
      'too-much-data',
    ],
    async run(question) {
      const { session, control } = question
      const scenario = await readBody(question).catch(toControlError)
      // The scenario that it replaces stays for a restart, so all sessions count.
      requireRoom([control.sessions.root, ...control.sessions.list()], { scenarios: [scenario] })
      if (question.query.continue === undefined) return loaded(session, scenario)
      await session.continueScenario(scenario)
      return scenarioState(session)
    },
  }),
  defineCall('DELETE /scenario', {
    about: 'Ends the scenario; held requests are freed.',
    changes: true,
    reply: scenarioReply,
    run: ({ session }) => loaded(session, undefined),
  }),
  defineCall('POST /scenario/reload', {
    about: 'Loads the current or last scenario again. Settings that overrode it still do.',
    changes: true,
    reads: ['journal'],
    reply: scenarioReply,
    errors: ['no-scenario'],
    run({ session }) {
      const same = session.scenario?.scenario ?? session.stopped
      if (same === undefined) throw new ControlError('no-scenario', 'no scenario to reload')
      return loaded(session, same)
    },
  }),
  defineCall('GET /scenario/timeline', {
    about: 'The scenario as lanes over virtual time: when each rule and event is active, and its effect.',
    reads: ['rules'],
    reply: timelineReply,
    run: ({ session }) => timelineOf(session),
  }),
  defineCall('GET /scenario/source', {
    about: 'The source text of the active scenario; YAML if it was given as an object.',
    reply: z.strictObject({
      text: z.string().nullable().describe('Null if none is loaded'),
      stopped: z
        .string()
        .nullable()
        .describe('Text of the scenario that POST scenario/reload loads; null if there is none'),
    }),
    run: async ({ session: { scenario, stopped } }) => ({
      text: await sourceTextOf(scenario?.scenario),
      stopped: await sourceTextOf(stopped),
    }),
  }),
  defineCall('POST /scenario/check', {
    about: 'Validates a scenario without loading it: problems with line and column, or its outline.',
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
  defineCall('GET /scenarios', {
    about: 'The scenario library; load one by PUT scenario {"use": name}.',
    reply: z.strictObject({
      scenarios: z.array(
        z.strictObject({
          name: z.string(),
          description: z.string().describe('The incident, and the behaviour of a good client'),
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
  defineCall('GET /scenarios/:name', {
    about: 'The text of a library scenario.',
    reply: z.strictObject({ text: z.string() }),
    errors: [{ code: 'bad-scenario', about: 'the library has no such scenario' }],
    async run({ session, params }) {
      const use = { use: params.name }
      const scenario = await loadGivenScenario(use, 'library', session.catalogue).catch(toControlError)
      return { text: (await sourceTextOf(scenario)) as string }
    },
  }),
  defineCall('PUT /scenario/file', {
    about: 'Writes the scenario file that the server watches, and then loads.',
    isOfServer: true,
    textBody: true,
    example: 'rules:\n  - fault: { status: 503 }\n',
    reply: z.strictObject({ path: z.string() }),
    errors: ['bad-scenario', 'no-scenario-file', 'unwritable-file'],
    async run({ session, text, control }) {
      const path = requireWatched(control.watchedFile)
      session.requirePlayable(await readScenarioFile(text, path, session.catalogue).catch(toControlError))
      await writeAtomically(path, text).catch((error: NodeJS.ErrnoException) => {
        const [reason, hint] = fileReason(error)
        throw new ControlError('unwritable-file', `${path} cannot be written: ${reason}`, hint)
      })
      return { path }
    },
  }),
  defineCall('GET /scenario/schema', {
    about: 'The JSON Schema of scenario files.',
    reply: z.looseObject({ type: z.string() }),
    run: ({ session }) => scenarioJsonSchema(session.catalogue.bases) as { type: string },
  }),
]
