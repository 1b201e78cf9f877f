/** The scenario file of a server that watches it, and the schema of such files. */

import { writeAtomically } from '../../kit/files/atomic-write.js'
import * as z from '../../kit/zod.js'
import { readScenarioFile } from '../../scenario/read/load.js'
import { defineCall } from './define.js'
import { toControlError } from './scenario-error.js'
import { requireWatched } from './watched-file.js'

const loadSchema = () => import('../../scenario/json-schema.js')

export const scenarioFileCalls = [
  defineCall({
    method: 'PUT',
    path: '/scenario/file',
    about: 'Writes the scenario file that the server watches, and then loads.',
    perSession: false,
    textBody: true,
    example: 'rules:\n  - fault: { status: 503 }\n',
    reply: z.strictObject({ path: z.string() }),
    errors: ['bad-scenario', 'no-scenario-file'],
    async run({ session, text, control }) {
      const path = requireWatched(control.watchedFile)
      session.requirePlayable(await readScenarioFile(text, path, session.catalogue).catch(toControlError))
      await writeAtomically(path, text)
      return { path }
    },
  }),
  defineCall({
    method: 'GET',
    path: '/scenario/schema',
    about: 'The JSON Schema of scenario files.',
    perSession: true,
    reply: z.looseObject({ type: z.string() }),
    run: async ({ session }) =>
      (await loadSchema()).scenarioJsonSchema(session.catalogue.bases) as { type: string },
  }),
]
