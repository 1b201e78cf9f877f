/** The fenced blocks of a Markdown file, and what they are good for in a test. */

export interface Block {
  readonly file: string
  /** Of the opening fence, from 1. */
  readonly line: number
  readonly language: string
  /** What stands behind the language: the file that a block is quoted from; nothing where it is none. */
  readonly source: string
  readonly text: string
  /** What is shown as its output: a json or text block directly below. */
  readonly shown: Block | undefined
}

/** Languages that a test runs, or reads (scenarios) or looks up (quoted source), and those that show what was printed. */
const RUN = ['sh', 'js', 'yaml', 'ts']
const SHOWN = ['json', 'text']

/** The blocks that are to be run, each with its shown output; and a sentence for each block that nothing runs. */
export function blocksOf(file: string, markdown: string): { blocks: Block[]; problems: string[] } {
  const all = parseBlocks(file, markdown)
  const problems: string[] = []
  const blocks: Block[] = []
  for (const { follows, ...block } of all) {
    const place = `${file}:${block.line}`
    const last = blocks.at(-1)
    if (block.language === 'ts' && block.source === '')
      problems.push(`${place} does not say which file it quotes`)
    else if (block.source !== '' || RUN.includes(block.language)) blocks.push({ ...block, shown: undefined })
    else if (!SHOWN.includes(block.language))
      problems.push(`${place} is in ${block.language || 'no language'}, which no test runs`)
    else if (!follows || last === undefined || last.shown !== undefined)
      problems.push(`${place} shows an output, but no block directly above it prints one`)
    else blocks[blocks.length - 1] = { ...last, shown: { ...block, shown: undefined } }
  }
  return { blocks, problems }
}

interface ParsedBlock extends Omit<Block, 'shown'> {
  /** Whether only blank lines part it from the block before. */
  readonly follows: boolean
}

function parseBlocks(file: string, markdown: string): ParsedBlock[] {
  const blocks: ParsedBlock[] = []
  let open: { line: number; language: string; source: string; lines: string[]; follows: boolean } | undefined
  let follows = false
  for (const [index, line] of markdown.split('\n').entries()) {
    const fence = /^\s*(?:```+|~~~+)\s*(.*)$/.exec(line)
    if (open === undefined && fence) {
      const [language, source = ''] = fence[1].trim().split(/\s+/)
      open = { line: index + 1, language, source, lines: [], follows }
    } else if (open !== undefined && fence) {
      blocks.push({ file, ...open, text: open.lines.join('\n') })
      open = undefined
      follows = true
    } else if (open !== undefined) open.lines.push(line)
    else if (line.trim() !== '') follows = false
  }
  if (open !== undefined) throw new Error(`${file}:${open.line} opens a block that nothing closes`)
  return blocks
}

/**
 * Whether `printed` is what `shown` promises. `…` stands for anything; JSON may be laid out in any way, text may end in
 * any white space.
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

/**
 * `shown` with the figures of `printed` in place of its own; undefined where they differ in more than figures. For when prices
 * have changed on purpose.
 */
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
  // JSON is printed without white space, which may stand between any two of its signs.
  return part.replaceAll(/[^\w"]/g, (sign) => `\\s*\\${sign}\\s*`)
}

/** JSON without the white space between its tokens. */
function withoutLayout(json: string): string {
  return json.replace(/("(?:\\.|[^"\\])*")|\s+/g, (_all, text = '') => text)
}

/** What a link may have behind its `#`: the headings, as GitHub writes them. */
export function anchorsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
