/** Elements and words of a drawing. */
import type { Child, Element } from '../../../src/kit/svg/tree.js'

/** All elements that `isOne` holds for, in order. */
export function elementsOf(child: Child, isOne: (element: Element) => boolean): Element[] {
  if (typeof child === 'string') return []
  return [...(isOne(child) ? [child] : []), ...child.children.flatMap((inner) => elementsOf(inner, isOne))]
}

/** All elements with that class. */
export const those = (child: Child, name: string): Element[] =>
  elementsOf(child, ({ attributes }) =>
    String(attributes['class'] ?? '')
      .split(' ')
      .includes(name),
  )

export const wordsOf = (child: Child): string =>
  typeof child === 'string' ? child : child.children.map(wordsOf).join('')

/** A numeric attribute of each. */
export const numbersOf = (elements: readonly Element[], name: string): number[] =>
  elements.map(({ attributes }) => Number(attributes[name]))
