/** What axe-core finds wrong on a page. The page must have been opened with `bypassCSP` where its policy allows no scripts. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { ROOT } from './cli.js'

export interface Findings {
  /** Rule, element and what to do, for the first place of each. */
  readonly violations: readonly string[][]
  /** How many rules had something to look at. */
  readonly passes: number
}

export async function axeFindings(page: Page): Promise<Findings> {
  const path = createRequire(join(ROOT, 'test/axe/package.json')).resolve('axe-core')
  await page.addScriptTag({ path })
  const { violations, passes } = (await page.evaluate('axe.run()')) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[]
    passes: unknown[]
  }
  return {
    violations: violations.map(({ id, nodes }) => [id, nodes[0].html, nodes[0].failureSummary]),
    passes: passes.length,
  }
}
