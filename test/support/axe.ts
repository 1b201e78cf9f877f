/** Problems found by axe-core on a page, which must be opened with `bypassCSP` if its policy forbids scripts. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { ROOT } from './cli.js'

interface Findings {
  /** Rule, element and remedy, for the first occurrence of each. */
  readonly violations: readonly string[][]
  /** Number of applicable rules that passed. */
  readonly passes: number
}

/** `part` selects a part of the page. */
export async function axeFindings(page: Page, part = ':root'): Promise<Findings> {
  const path = createRequire(join(ROOT, 'test/installs/axe/package.json')).resolve('axe-core')
  if (await page.evaluate('window.axe === undefined')) await page.addScriptTag({ path })
  const { violations, passes } = (await page.evaluate(`axe.run(${JSON.stringify(part)})`)) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[]
    passes: unknown[]
  }
  return {
    violations: violations.map(({ id, nodes }) => [id, nodes[0].html, nodes[0].failureSummary]),
    passes: passes.length,
  }
}
