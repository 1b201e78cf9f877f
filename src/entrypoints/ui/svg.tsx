/** Renders a drawing of `src/kit/svg` element by element: no text is ever parsed as markup. */
import { Component, h, type VNode } from 'preact'
import type { Child, Element } from '../../kit/svg/tree.js'

export class SvgDrawing extends Component<{ readonly part: Element }> {
  override shouldComponentUpdate(next: { readonly part: Element }): boolean {
    return next.part !== this.props.part
  }

  override render({ part }: { readonly part: Element }): VNode {
    return h(part.name, part.attributes, part.children.map(childOf))
  }
}

/** Only groups are memoised; other elements are rendered with their parent. */
function childOf(child: Child): VNode | string {
  if (typeof child === 'string') return child
  if (child.name === 'g') return <SvgDrawing part={child} />
  // A key keeps a mark or a handle, and its focus, while others come and go.
  const { 'data-n': n, 'data-edge': edge } = child.attributes
  const key = n === undefined ? edge : String(n).split(' ', 1)[0]
  return h(
    child.name,
    key === undefined ? child.attributes : { ...child.attributes, key },
    child.children.map(childOf),
  )
}

const pen = document.createElement('canvas').getContext('2d')

/** The width of a text of a drawing, whose figures are all as wide as a zero. */
export function textWidth(words: string): number {
  if (pen === null) return words.length * 7
  pen.font = '11px system-ui, sans-serif'
  return pen.measureText(words.replace(/\d/g, '0')).width
}
