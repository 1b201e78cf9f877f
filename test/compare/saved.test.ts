/** Replies in a folder: a save that breaks off is none. */
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readObserved, saveObserved } from '../../src/compare/saved.js'
import { observedOf } from './support.js'

test('saved comparisons are readable; an interrupted save leaves none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gmx-sim-saved-'))
  const observed = await observedOf()
  await saveObserved(folder, observed, '1')
  expect(await readObserved(folder)).toEqual(observed)
  const [{ id }] = observed.questions.slice(-1)
  const broken = { ...observed, answers: { ...observed.answers, [id]: { ...observed.answers[id], body: 7 } } }
  await expect(saveObserved(folder, broken as never, '1')).rejects.toThrow('the replies cannot be saved')
  expect(readdirSync(folder)).not.toContain('asked.json')
  await expect(readObserved(folder)).rejects.toThrow('is not a saved comparison')
})
