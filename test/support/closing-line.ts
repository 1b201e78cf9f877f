import type { UserConsoleLog } from 'vitest'
import type { Reporter, TestModule } from 'vitest/node'
import { SKIPPED } from './needs.js'

/**
 * Ends a run with one plain line, `Tests: 3 passed, 0 failed, 1 skipped`, for programs that parse the output. Lists skipped tests
 * before it, grouped by the reasons passed to `need`.
 */
export class ClosingLine implements Reporter {
  readonly #reasons = new Map<string, Set<string>>()

  onUserConsoleLog({ taskId = '', content }: UserConsoleLog): void {
    const stated = content.split('\n').filter((line) => line.startsWith(SKIPPED))
    if (stated.length === 0) return
    const reasons = this.#reasons.get(taskId) ?? new Set()
    for (const line of stated) reasons.add(line.slice(SKIPPED.length))
    this.#reasons.set(taskId, reasons)
  }

  onTestRunEnd(modules: readonly TestModule[], strayErrors: readonly unknown[]): void {
    const skipped = modules.map((module) => ({
      count: countsOf(module).skipped,
      reasons: [...(this.#reasons.get(module.id) ?? [])],
    }))
    for (const line of skippedLines(skipped)) console.log(line)
    if (modules.length > 0) console.log(closingLine(modules, strayErrors.length))
    // The set-up failed or no file was found: Vitest reports that later, and only by its exit code.
    else process.once('exit', (code) => console.log(closingLine([], code === 0 ? 0 : 1)))
  }
}

/** One line per reason for skipped tests; a file may have several. */
function skippedLines(
  files: readonly { readonly count: number; readonly reasons: readonly string[] }[],
): string[] {
  const counts = new Map<string, number>()
  for (const { count, reasons } of files) {
    const reason = reasons.join('; ') || 'excluded by a filter or by the file'
    if (count > 0) counts.set(reason, (counts.get(reason) ?? 0) + count)
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([reason, count]) => `${count} skipped: ${reason}`)
}

/** Counts everything that fails the run as failed: tests, files that do not load, broken hooks, and stray errors as one. */
function closingLine(modules: readonly TestModule[], strayErrors: number): string {
  const counts = modules.map(countsOf)
  const total = (name: keyof (typeof counts)[number]) => counts.reduce((sum, count) => sum + count[name], 0)
  // One mistake may cause hundreds of stray errors: they count as one failure.
  const failed = total('failed') + (strayErrors > 0 ? 1 : 0)
  return `Tests: ${total('passed')} passed, ${failed} failed, ${total('skipped')} skipped`
}

function countsOf(module: TestModule) {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  if (module.errors().length > 0) counts.failed++
  for (const suite of module.children.allSuites()) if (suite.errors().length > 0) counts.failed++
  for (const test of module.children.allTests()) {
    const { state } = test.result()
    if (state === 'passed' || state === 'skipped') counts[state]++
    else counts.failed++
  }
  return counts
}
