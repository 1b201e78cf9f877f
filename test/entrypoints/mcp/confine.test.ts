/** Files that an agent may name. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confined, confinedScenario, newReport } from '../../../src/entrypoints/mcp/confine.js'
import { newFolder } from '../../support/folder.js'

const [folder, outside] = [newFolder(), newFolder()]
const secret = join(outside, 'secret')
const cwd = process.cwd()
const naming = (candles: string) => `prices: { ETH: { candles: ${JSON.stringify(candles)} } }`

beforeAll(() => {
  process.chdir(folder)
  writeFileSync(secret, 'S3CRET: S3CRET')
  symlinkSync(secret, 'link.yaml')
  symlinkSync(outside, 'folder')
  mkdirSync('below')
  writeFileSync('below/absolute.yaml', naming(secret))
  writeFileSync('below/relative.yaml', naming(`../../${secret.split('/').slice(-2).join('/')}`))
  writeFileSync('below/linked.yaml', naming('../link.yaml'))
  writeFileSync('below/own.yaml', naming('eth.csv'))
  writeFileSync('below/above.yaml', naming('../eth.csv'))
})
afterAll(() => process.chdir(cwd))

const OUTSIDE = ['/etc/passwd', secret, '../x', 'link.yaml', 'folder/secret', `below/../../${secret}`]

test.each(OUTSIDE)('%s is outside the working folder', async (path) => {
  for (const confine of [confined, confinedScenario])
    await expect(confine(path)).rejects.toThrow(
      `${JSON.stringify(path)} is outside the working folder: write a path below ${folder}`,
    )
})

test.each([
  ...['absolute', 'relative', 'linked'].map((name) => `below/${name}.yaml`),
  `rules: []\n${naming(secret)}`,
  naming('link.yaml'),
])('the candles of %j are outside', async (scenario) => {
  await expect(confinedScenario(scenario)).rejects.toThrow('is outside the working folder')
})

test('files below the folder, reports of rehearsals, library names and texts are allowed', async () => {
  const report = await newReport()
  for (const path of ['below/own.yaml', report]) expect(await confined(path)).toBe(path)
  for (const source of ['below/own.yaml', 'below/above.yaml', 'primary-down', naming('below/eth.csv')])
    expect(await confinedScenario(source)).toBe(source)
})

test.each(['--help', '--', '-v', '--report=json=x'])('%s is no option of a command', async (word) => {
  expect(await confined(word)).toBe(`./${word}`)
  expect(await confinedScenario(word)).toBe(`./${word}`)
})
