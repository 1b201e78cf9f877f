import type { ScenarioProblem } from '../replies.js'
import { LINE_HEIGHT, linesIn } from './lines.js'

interface LineMarksProps {
  readonly problems: readonly ScenarioProblem[]
  /** Scroll offset of the text, px. */
  readonly scrolled: number
}

const MAX_MARKS = 200

const linesOf = (problems: readonly ScenarioProblem[]) =>
  [...new Set(problems.map(({ line }) => line))].slice(0, MAX_MARKS)

const topOf = (line: number) => ({ top: `${(line - 1) * LINE_HEIGHT}px` })

export function LineNumbers({ text, problems, scrolled }: LineMarksProps & { readonly text: string }) {
  const numbers = Array.from({ length: linesIn(text) }, (_, index) => index + 1).join('\n')
  return (
    <div class="line-numbers code" aria-hidden="true">
      <div style={{ transform: `translateY(${-scrolled}px)` }}>
        {numbers}
        {linesOf(problems).map((line) => (
          <span key={line} class="line-mark" data-line={line} style={topOf(line)}>
            ! {line}
          </span>
        ))}
      </div>
    </div>
  )
}

export function LineShades({ problems, scrolled }: LineMarksProps) {
  return (
    <div class="line-shades" aria-hidden="true">
      <div style={{ transform: `translateY(${-scrolled}px)` }}>
        {linesOf(problems).map((line) => (
          <span key={line} style={topOf(line)} />
        ))}
      </div>
    </div>
  )
}
