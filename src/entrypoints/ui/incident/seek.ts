import type { ScenarioItem } from '../replies.js'

type Sought = Pick<ScenarioItem, 'name' | 'description' | 'tags'> & {
  readonly spans: readonly Pick<ScenarioItem['spans'][number], 'what'>[]
}

/** Terms for the same: a scenario with one of them is found by all. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['rate limit', '429', 'throttle', 'quota'],
  ['hang', 'never answers', 'timeout'],
  ['down', 'outage', 'dead', '503', 'unavailable', 'blackout'],
  ['crash', 'falls', 'drop'],
  ['slow', 'delay', 'latency'],
  ['stale', 'old data', 'frozen'],
  ['poison', 'wrong', 'bad data', 'invalid', 'malformed'],
]

/** The scenarios found, those with the words in their name first. */
export function soughtIn<Item extends Sought>(all: readonly Item[], sought: string): Item[] {
  const isNamed = ({ name }: Item) => inWords(name).includes(inWords(sought))
  const found = all.filter((scenario) => isSought(scenario, sought))
  return [...found.filter(isNamed), ...found.filter((scenario) => !isNamed(scenario))]
}

/** Whether a scenario has all the words sought, in any order; `rateLimit`, `rate-limited` and `rate limit` are alike. */
function isSought({ name, description, tags, spans }: Sought, sought: string): boolean {
  const own = ` ${inWords([name, description, ...tags, ...spans.map(({ what }) => what)].join(' '))}`
  const alike = SYNONYMS.filter((terms) => terms.some((term) => own.includes(` ${term}`)))
  const text = [own, ...alike.flat()].join(' ')
  return inWords(sought)
    .split(' ')
    .every((word) => text.includes(` ${word}`))
}

const inWords = (text: string): string =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
