/** Replies in a folder: a save that breaks off is none. */
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readObserved, saveObserved } from '../../src/compare/saved.js'
import { writeAtomically } from '../../src/kit/files.js'
import { newFolder } from '../support/folder.js'
import { observedOf } from './support.js'

test('saved comparisons are readable; an interrupted save leaves none', async () => {
  const folder = newFolder()
  const observed = await observedOf()
  await saveObserved(folder, observed)
  expect(await readObserved(folder)).toEqual(observed)
  const [{ id }] = observed.questions.slice(-1)
  const broken = { ...observed, answers: { ...observed.answers, [id]: { ...observed.answers[id], body: 7 } } }
  await expect(saveObserved(folder, broken as never)).rejects.toThrow('the replies cannot be saved')
  expect(readdirSync(folder)).not.toContain('asked.json')
  await expect(readObserved(folder)).rejects.toThrow('is not a saved comparison')
  writeFileSync(join(folder, 'asked.json'), '{"gmxSim": 1}')
  await expect(readObserved(folder)).rejects.toThrow('is not a saved comparison: asked.json: gmxSim')
})

test('prepared links are not followed', async () => {
  const folder = newFolder()
  const victim = join(newFolder(), 'profile')
  writeFileSync(victim, 'untouched')
  for (const name of ['asked.json', 'asked.json.tmp', 'tickers.json']) symlinkSync(victim, join(folder, name))
  await saveObserved(folder, await observedOf())
  symlinkSync(victim, join(folder, 'catalogue.yaml.tmp'))
  await writeAtomically(join(folder, 'catalogue.yaml'), '{}')
  expect(readFileSync(victim, 'utf8')).toBe('untouched')
  expect(readFileSync(join(folder, 'catalogue.yaml'), 'utf8')).toBe('{}')
})
