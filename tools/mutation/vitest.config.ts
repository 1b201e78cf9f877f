/** The fast lane's tests that shall kill the mutants of a wing, in the order of its folders. */
import { defineConfig, type UserWorkspaceConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import config from '../../vitest.config.js'
import { WINGS } from './wings.js'

const { tests } = WINGS[process.env['GMX_SIM_MUTATE'] as keyof typeof WINGS]

/** A mutant that one test has killed is not shown to the next. */
class FastestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      tests.findIndex((folder) => moduleId.includes(`/test/${folder}`))
    return files.sort((a, b) => place(a) - place(b) || (a.moduleId < b.moduleId ? -1 : 1))
  }
}

const { projects = [], ...common } = config.test ?? {}
const fast = projects[0] as UserWorkspaceConfig

export default defineConfig({
  plugins: fast.plugins ?? [],
  test: {
    ...common,
    ...fast.test,
    include: tests.flatMap((folder) => [`test/${folder}/**/*.test.ts`, `test/${folder}.test.ts`]),
    reporters: [],
    sequence: { sequencer: FastestFirst },
  },
})
