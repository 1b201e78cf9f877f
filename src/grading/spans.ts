/** Sets of time: sorted spans that neither touch nor overlap. */

/** A part of time. */
export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** Merges spans in any order, other facts being those of the first; empty ones vanish. */
export function union<Some extends Span>(spans: readonly Some[]): Some[] {
  const merged: Some[] = []
  for (const span of spans.toSorted((a, b) => a.fromMs - b.fromMs)) {
    if (span.toMs <= span.fromMs) continue
    const last = merged.at(-1)
    if (last === undefined || span.fromMs > last.toMs) merged.push(span)
    else merged[merged.length - 1] = { ...last, toMs: Math.max(last.toMs, span.toMs) }
  }
  return merged
}

/** Parts of `whole` outside `spans`. */
export function without(whole: Span, spans: readonly Span[]): Span[] {
  const rest: Span[] = []
  let { fromMs } = whole
  for (const span of union(spans)) {
    if (span.fromMs >= whole.toMs) break
    if (span.fromMs > fromMs) rest.push({ fromMs, toMs: span.fromMs })
    fromMs = Math.max(fromMs, span.toMs)
  }
  if (fromMs < whole.toMs) rest.push({ fromMs, toMs: whole.toMs })
  return rest
}

/** The parts of `spans` within `whole`. */
export function within(whole: Span, spans: readonly Span[]): Span[] {
  return spans
    .map(({ fromMs, toMs }) => ({ fromMs: Math.max(fromMs, whole.fromMs), toMs: Math.min(toMs, whole.toMs) }))
    .filter(({ fromMs, toMs }) => toMs > fromMs)
}

export function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0)
}

/** Spans between times, and to the end. Those no longer than `calmMs` are calm; in a row, as there may be a million, they are one. */
export function spansBetween(
  times: readonly number[],
  endMs: number,
  calmMs: number,
): (Span & { readonly isCalm: boolean })[] {
  const spans: { fromMs: number; toMs: number; isCalm: boolean }[] = []
  for (const [index, fromMs] of times.entries()) {
    const toMs = times.at(index + 1) ?? endMs
    const isCalm = toMs - fromMs <= calmMs
    const last = spans.at(-1)
    if (isCalm && last?.isCalm) last.toMs = toMs
    else spans.push({ fromMs, toMs, isCalm })
  }
  return spans
}
