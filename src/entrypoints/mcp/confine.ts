/** Files that an agent may name: those below the working folder, and reports of its rehearsals. */
import { mkdtemp, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { readScenarioText, scenarioFile } from '../../scenario/read/load.js'
import { parseYaml } from '../../scenario/read/yaml.js'

const REPORT_FOLDER = 'gmx-sim-mcp-'
const REPORT = 'report.json'

/** Path of a new report. */
export async function newReport(): Promise<string> {
  return join(await mkdtemp(join(await realpath(tmpdir()), REPORT_FOLDER)), REPORT)
}

/** Returns the path as a word that no command takes for an option. Rejects one that leads elsewhere, also by a link. */
export async function confined(path: string): Promise<string> {
  const target = await realpath(path).catch(() => resolve(path))
  const [folder, temporary] = await Promise.all([realpath('.'), realpath(tmpdir())])
  const isReport =
    target.startsWith(join(temporary, REPORT_FOLDER)) && target === join(dirname(target), REPORT)
  if (!isReport && !isBelow(target, folder))
    throw new Error(`${JSON.stringify(path)} is outside the working folder: write a path below ${folder}`)
  return path.startsWith('-') ? `./${path}` : path
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** The same for a scenario by path, library name or text, and the candle files that it names. */
export async function confinedScenario(source: string): Promise<string> {
  const word = await confined(source)
  const { text, folder } = await readScenarioText(word).then(
    (text) => ({ text, folder: dirname(scenarioFile(word)) }),
    () => ({ text: word, folder: '.' }),
  )
  // The command reports what cannot be read.
  const { prices } = Object((await parseYaml(text)).value)
  for (const { candles } of Object.values(Object(prices)).map(Object))
    if (typeof candles === 'string') await confined(resolve(folder, candles))
  return word
}
