/** Golden replies: changed on purpose only, by `npm run golden`, with `ALGORITHM` raised and a line in the CHANGELOG. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { requestOnce } from '../src/entrypoints/cli/get.js'
import { ALGORITHM } from '../src/kit/version.js'
import { GOLDEN_CASES } from './support/golden-cases.js'
import { settingsFor } from './support/simulator.js'

test.each(GOLDEN_CASES)('$name', async ({ name, address, options }) => {
  const { status, body } = await requestOnce(address, settingsFor(options))
  expect(status).toBe(200)
  await expect(body.toString()).toMatchFileSnapshot(`golden/${name}.json`)
})

test('the algorithm that made them is named in the changelog', () => {
  const changelog = readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8')
  expect(changelog).toContain(`to ${ALGORITHM}:`)
})
