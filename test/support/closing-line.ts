import type { Reporter, TestModule } from 'vitest/node'

/**
 * Ends a run with one plain line, `Tests: 3 passed, 0 failed, 1 skipped`, for programs that read the output.
 * Whatever makes the run fail counts as failed: tests, files that do not load, broken hooks, and stray errors as one.
 */
export class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], strayErrors: readonly unknown[]): void {
    console.log(closingLine(modules, strayErrors.length))
  }
}

/** The parts of a vitest module that are counted. */
export interface CountedModule {
  errors(): readonly unknown[]
  readonly children: {
    allTests(): Iterable<{ result(): { state: string } }>
    allSuites(): Iterable<{ errors(): readonly unknown[] }>
  }
}

export function closingLine(modules: readonly CountedModule[], strayErrors: number): string {
  let passed = 0
  let skipped = 0
  // One mistake may leave hundreds of stray errors behind: they are one failure.
  let failed = strayErrors > 0 ? 1 : 0
  for (const module of modules) {
    if (module.errors().length > 0) failed += 1
    for (const suite of module.children.allSuites()) if (suite.errors().length > 0) failed += 1
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      if (state === 'passed') passed += 1
      else if (state === 'skipped') skipped += 1
      else failed += 1
    }
  }
  return `Tests: ${passed} passed, ${failed} failed, ${skipped} skipped`
}
