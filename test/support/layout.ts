/** Laws of the layout of the dashboard, checked on its elements: nothing is cut, covered or outside of what it belongs to. */
import type { Page } from 'playwright-core'

/** Each violation as a sentence; none if the layout is right. */
export async function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(${FIND})()`)
}

const FIND = `() => {
  const faults = []
  const all = (selector, within = document) => [...within.querySelectorAll(selector)]
  const nameOf = (element) => {
    const words = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)
    return element.tagName.toLowerCase() + '.' + (element.getAttribute('class') ?? '').split(' ').join('.') + ' "' + words + '"'
  }
  const isShown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && element.getClientRects().length > 0
  const isIn = (inner, outer, slack) => inner.left >= outer.left - slack && inner.right <= outer.right + slack && inner.top >= outer.top - slack && inner.bottom <= outer.bottom + slack
  const overlap = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3

  const root = document.scrollingElement
  if (root.scrollWidth > innerWidth) faults.push('the page scrolls sideways by ' + (root.scrollWidth - innerWidth) + ' px')

  // Labels of chart and axes: inside, and none over another. A cross-hair has a ground of its own.
  for (const drawing of all('svg.candles, svg.axis')) {
    const frame = drawing.getBoundingClientRect()
    const texts = all('text', drawing).filter((text) => text.textContent !== '').map((text) => ({ text, box: text.getBoundingClientRect() }))
    for (const { text, box } of texts) if (!isIn(box, frame, 1)) faults.push(nameOf(text) + ' is outside of its drawing')
    const free = texts.filter(({ text }) => !text.classList.contains('price-name'))
    free.forEach((a, index) => {
      for (const b of free.slice(index + 1)) if (a.text.textContent.length + b.text.textContent.length > 2 && overlap(a.box, b.box)) faults.push(nameOf(a.text) + ' overlaps ' + nameOf(b.text))
    })
    const names = texts.filter(({ text }) => text.classList.contains('price-name'))
    const grounds = all('rect.price-name', drawing).map((rect) => rect.getBoundingClientRect())
    for (const { text, box } of names)
      if (!grounds.some((ground) => ground.left <= box.left && ground.right >= box.right)) faults.push(nameOf(text) + ' is wider than its ground')
  }

  // The parts of a bar: inside their panel, and none over another.
  for (const bar of all('.top-line, .panel-head, .last-price, .candle')) {
    const frame = bar.getBoundingClientRect()
    const parts = [...bar.children].filter(isShown).map((part) => ({ part, box: part.getBoundingClientRect() })).filter(({ box }) => box.width > 0)
    parts.forEach((a, index) => {
      if (!a.part.classList.contains('cut') && !isIn(a.box, frame, 1)) faults.push(nameOf(a.part) + ' is outside of ' + nameOf(bar))
      for (const b of parts.slice(index + 1)) if (overlap(a.box, b.box)) faults.push(nameOf(a.part) + ' overlaps ' + nameOf(b.part))
    })
  }

  // A chosen option has room for its words.
  const pen = document.createElement('canvas').getContext('2d')
  for (const select of all('.panel-head select').filter(isShown)) {
    const style = getComputedStyle(select)
    pen.font = style.font
    const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 20
    const words = select.selectedOptions[0]?.textContent ?? ''
    if (pen.measureText(words).width > room) faults.push(nameOf(select) + ' cuts "' + words + '"')
  }

  // Buttons are inside the cells of their table, which would cut them.
  for (const cell of all('#bases :is(th, td)').filter(isShown))
    for (const button of all('button', cell))
      if (!isIn(button.getBoundingClientRect(), cell.getBoundingClientRect(), 5)) faults.push(nameOf(button) + ' is outside of its cell')

  // Buttons show all of their words.
  for (const button of all('button').filter(isShown))
    if (button.scrollWidth > button.clientWidth + 1 && !button.classList.contains('as-text')) faults.push(nameOf(button) + ' is cut')
  return faults
}`
