/** Fenced blocks of a Markdown file: what tests do with each, and comparison of its shown output. */

export interface Block {
  readonly file: string
  /** Line of the opening fence, from 1. */
  readonly line: number
  readonly language: string
  /** File that the block quotes, or a tag of docs/adding.md; empty for all others. */
  readonly source: string
  /** Name under which a reader saves the block, in the folder of the page. */
  readonly savedAs: string | undefined
  readonly role: Role
  readonly text: string
  /** Expected output: a json or text block directly below. */
  readonly shown: Block | undefined
}

/**
 * `run`: to its end. `fails`: the same, and its command must fail. `server`: in the foreground, in its own terminal. `clone`: for a clone of
 * the repository. `needs`: not run, for the reason that follows.
 */
type Role = 'run' | 'fails' | 'server' | 'clone' | 'needs'

/** Languages that a test runs, validates (scenarios) or compares with the quoted source; languages of outputs. */
const RUN = ['sh', 'js', 'yaml', 'ts']
const SHOWN = ['json', 'text']
/** Reasons that prevent a test from running a block. */
export const NEEDS = ['docker', 'kubectl', 'ci', 'registry', 'python', 'go', 'time', 'client']

/** Blocks of a page, each with its shown output, and a message for each block that no test covers. */
export function blocksOf(file: string, markdown: string): { blocks: Block[]; problems: string[] } {
  const problems: string[] = []
  const blocks: Block[] = []
  for (const parsed of parseBlocks(file, markdown)) {
    const last = blocks.at(-1)
    const isOutput = SHOWN.includes(parsed.language) && parsed.source === '' && parsed.savedAs === undefined
    const problem = isOutput ? problemOfOutput(parsed, last) : problemOfBlock(parsed)
    const { follows: _, info: __, ...block } = parsed
    if (problem !== undefined) problems.push(`${file}:${block.line} ${problem}`)
    else if (isOutput && last !== undefined) blocks[blocks.length - 1] = { ...last, shown: block }
    else blocks.push(block)
  }
  return { blocks, problems }
}

interface ParsedBlock extends Block {
  readonly info: readonly string[]
  /** Whether only blank lines separate it from the block before. */
  readonly follows: boolean
}

function problemOfBlock({ language, source, savedAs, role, info }: ParsedBlock): string | undefined {
  if (role === 'needs' && !(NEEDS.includes(info[1]) && info.length === 2))
    return `needs one of ${NEEDS.join(', ')}`
  if (source !== '' || savedAs !== undefined) return undefined
  if (language === 'ts') return 'does not say which file it quotes'
  if (!RUN.includes(language)) return `is in ${language || 'no language'}, which no test runs`
  return undefined
}

function problemOfOutput({ follows }: ParsedBlock, last: Block | undefined): string | undefined {
  if (follows && last !== undefined && last.shown === undefined) return undefined
  return 'shows an output, but no block directly above it prints one'
}

function parseBlocks(file: string, markdown: string): ParsedBlock[] {
  const blocks: ParsedBlock[] = []
  let open: (Omit<ParsedBlock, 'text'> & { readonly lines: string[] }) | undefined
  let follows = false
  for (const [index, line] of markdown.split('\n').entries()) {
    const fence = /^\s*(?:```+|~~~+)\s*(.*)$/.exec(line)
    if (open === undefined && fence) {
      const info = fence[1].trim().split(/\s+/)
      open = { file, line: index + 1, ...meaningOf(info), shown: undefined, lines: [], follows }
    } else if (open !== undefined && fence) {
      const { lines, ...block } = open
      blocks.push({ ...block, text: lines.join('\n') })
      open = undefined
      follows = true
    } else if (open !== undefined) open.lines.push(line)
    else if (line.trim() !== '') follows = false
  }
  if (open !== undefined) throw new Error(`${file}:${open.line} opens a block that nothing closes`)
  return blocks
}

/** Reads `sh server`, `sh needs docker`, `yaml > file.yaml`, `js examples/a.js > b.js` and the like. */
function meaningOf([language, ...words]: readonly string[]) {
  const save = words.indexOf('>')
  const savedAs = save < 0 ? undefined : words[save + 1]
  const info = save < 0 ? words : words.slice(0, save)
  const [word = ''] = info
  const role: Role = language === 'sh' && isRole(word) ? word : 'run'
  return { language, info, savedAs, role, source: role === 'run' ? word : '' }
}

function isRole(word: string): word is Role {
  return ['fails', 'server', 'clone', 'needs'].includes(word)
}

/**
 * Whether `printed` matches `shown`. `…` matches anything; JSON layout and trailing white space are ignored.
 */
export function isShown(shown: Pick<Block, 'language' | 'text'>, printed: string): boolean {
  const plain = shown.language === 'json' ? withoutLayout : (text: string) => text.trimEnd()
  const [first, ...rest] = plain(shown.text).split('…')
  let left = plain(printed.replaceAll('\r', ''))
  if (rest.length === 0) return left === first
  if (!left.startsWith(first)) return false
  left = left.slice(first.length)
  const last = rest.pop() as string
  for (const part of rest) {
    const at = left.indexOf(part)
    if (at < 0) return false
    left = left.slice(at + part.length)
  }
  return left.endsWith(last)
}

/** Returns `shown` with the figures of `printed`, for prices changed on purpose; undefined if more than figures differ. */
export function withFigures({ text }: Pick<Block, 'text'>, printed: string): string | undefined {
  const parts = text.split(FIGURE)
  const pattern = parts
    .map((part) =>
      part
        .split(/(\s+|…)/)
        .map(patternOf)
        .join(''),
    )
    .join(`(${FIGURE.source})`)
  const figures = new RegExp(`^\\s*${pattern}\\s*$`).exec(printed.replaceAll('\r', ''))?.slice(1)
  return figures && parts.flatMap((part, index) => [part, figures[index] ?? '']).join('')
}

const FIGURE = /(?:-?\d+(?:\.\d+)?)/

function patternOf(part: string): string {
  if (part === '…') return '[^]*?'
  if (part.trim() === '') return '\\s*'
  // JSON is printed without the page's white space between tokens.
  return part.replaceAll(/[^\w"]/g, (sign) => `\\s*\\${sign}\\s*`)
}

/** JSON without the white space between its tokens. */
function withoutLayout(json: string): string {
  return json.replace(/("(?:\\.|[^"\\])*")|\s+/g, (_all, text = '') => text)
}

/** Link targets of a page's headings, as GitHub derives them. */
export function anchorsOf(markdown: string): string[] {
  const explicit = [...markdown.matchAll(/^<a id="([^"]+)"><\/a>$/gm)].map(([, id]) => id)
  const headings = [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
  return [...explicit, ...headings]
}
