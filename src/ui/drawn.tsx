/** A drawing of `src/drawing` on the page: its elements are made one by one, and no text is ever read as markup. */
import { Component, h, type VNode } from 'preact'
import type { Child, Element } from '../drawing/tree.js'

/** What follows from the same part of a drawing is not made again. */
export class Drawn extends Component<{ readonly part: Element }> {
  override shouldComponentUpdate(next: { readonly part: Element }): boolean {
    return next.part !== this.props.part
  }

  override render({ part }: { readonly part: Element }): VNode {
    return h(part.name, part.attributes, part.children.map(childOf))
  }
}

/** Groups are parts by themselves; all else is made with what it lies in. */
function childOf(child: Child): VNode | string {
  if (typeof child === 'string') return child
  if (child.name === 'g') return <Drawn part={child} />
  // A mark stays the same one while others come and go beside it: whoever has the focus keeps it.
  const n = child.attributes['data-n']
  const key = n === undefined ? undefined : String(n).split(' ', 1)[0]
  return h(
    child.name,
    key === undefined ? child.attributes : { ...child.attributes, key },
    child.children.map(childOf),
  )
}
