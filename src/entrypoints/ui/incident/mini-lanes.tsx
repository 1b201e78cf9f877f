import type { Outline } from '../replies.js'

const ROW = 5
const WIDTH = 100

/** The spans of a scenario as bars, one row each; decoration, as the text next to it says the same. */
export function MiniLanes({ spans, durationMs }: Pick<Outline, 'spans' | 'durationMs'>) {
  const wholeMs = Math.max(durationMs * 1.1, 1)
  const x = (ms: number) => (WIDTH * Math.min(ms, wholeMs)) / wholeMs
  const rows = Math.max(spans.length, 1)
  return (
    <svg
      class="mini"
      viewBox={`0 0 ${WIDTH} ${rows * ROW}`}
      height={Math.min(rows * ROW * 2, 40)}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {spans.map(({ what, kind, fromMs, untilMs }, row) => (
        <rect
          key={what}
          class={kind}
          x={x(fromMs)}
          y={row * ROW + 0.5}
          width={Math.max(x(untilMs ?? wholeMs) - x(fromMs), 1)}
          height={ROW - 1}
        />
      ))}
    </svg>
  )
}

export function Sets({ sets }: Pick<Outline, 'sets'>) {
  return sets.length === 0 ? null : <span class="sets">Changes the {sets.join('; the ')}</span>
}
