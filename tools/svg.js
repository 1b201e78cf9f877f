/** Plots as text: functions from numbers to SVGs of one size. */

const WIDTH = 420
const HEIGHT = 240
const LEFT = 52
const RIGHT = 8
const TOP = 26
const BOTTOM = 10
const UP = '#1a7f5a'
const DOWN = '#b3323f'
const INK = '#2b4a7d'

/**
 * @param {string} title
 * @param {import('../src/market/price/prices.js').Candles} candles
 * @param {number} unit Quanta per unit of the axis.
 */
export function candlesticks(title, { open, high, low, close, count }, unit) {
  const y = scale(Math.min(...low), Math.max(...high))
  const step = (WIDTH - LEFT - RIGHT) / count
  let marks = ''
  for (let i = 0; i < count; i++) {
    const x = LEFT + (i + 0.5) * step
    const color = close[i] >= open[i] ? UP : DOWN
    const top = y(Math.max(open[i], close[i]))
    const height = Math.max(0.6, y(Math.min(open[i], close[i])) - top)
    marks += `<path d="M${n(x)} ${n(y(high[i]))}V${n(y(low[i]))}" stroke="${color}" stroke-width="0.6"/>`
    marks += `<rect x="${n(x - step * 0.35)}" y="${n(top)}" width="${n(step * 0.7)}" height="${n(height)}" fill="${color}"/>`
  }
  const inUnits = (/** @type {number} */ value) => y(value * unit)
  return plot(title, marks + axis(inUnits, Math.min(...low) / unit, Math.max(...high) / unit))
}

/**
 * @param {string} title
 * @param {readonly ArrayLike<number>[]} rows
 * @param {number} [least]
 */
export function lines(title, rows, least) {
  const all = rows.flatMap((row) => Array.from(row))
  const bottom = least ?? all.reduce((a, b) => Math.min(a, b))
  const top = all.reduce((a, b) => Math.max(a, b))
  const y = scale(bottom, top)
  const marks = rows.map((row) => {
    const step = (WIDTH - LEFT - RIGHT) / row.length
    // Several values share a pixel: draws their minimum and maximum.
    const bucket = Math.max(1, Math.floor(row.length / (WIDTH - LEFT - RIGHT)))
    let path = ''
    for (let i = 0; i < row.length; i += bucket) {
      const part = Array.from(row).slice(i, i + bucket)
      const x = n(LEFT + i * step)
      path += `${path === '' ? 'M' : 'L'}${x} ${n(y(Math.min(...part)))}L${x} ${n(y(Math.max(...part)))}`
    }
    return `<path d="${path}" fill="none" stroke="${INK}" stroke-width="0.7"/>`
  })
  return plot(title, marks.join('') + axis(y, bottom, top))
}

/**
 * @param {string} title
 * @param {readonly number[]} values
 * @param {number} expected
 */
export function bars(title, values, expected) {
  const y = scale(0, Math.max(1.5 * expected, ...values))
  const step = (WIDTH - LEFT - RIGHT) / values.length
  const marks = values.map((value, i) => {
    const x = LEFT + (i + 0.1) * step
    return `<rect x="${n(x)}" y="${n(y(value))}" width="${n(step * 0.8)}" height="${n(y(0) - y(value))}" fill="${INK}" opacity="0.7"/>`
  })
  const law = `<path d="M${LEFT} ${n(y(expected))}H${WIDTH - RIGHT}" stroke="${DOWN}"/>`
  return plot(title, marks.join('') + law + axis(y, 0, expected))
}

/**
 * @param {string} title
 * @param {readonly string[]} names
 * @param {readonly (readonly number[])[]} rows
 */
export function matrix(title, names, rows) {
  const [width, height] = [(WIDTH - LEFT - RIGHT) / names.length, (HEIGHT - TOP - BOTTOM - 14) / names.length]
  let marks = ''
  for (const [r, row] of rows.entries()) {
    marks += `<text x="${LEFT - 4}" y="${n(TOP + 14 + (r + 0.65) * height)}" text-anchor="end">${names[r]}</text>`
    marks += `<text x="${n(LEFT + (r + 0.5) * width)}" y="${TOP + 9}" text-anchor="middle">${names[r]}</text>`
    for (const [c, value] of row.entries()) {
      const [x, y] = [LEFT + c * width, TOP + 14 + r * height]
      marks += `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${INK}" opacity="${n(Math.abs(value) * 0.7)}"/>`
      marks += `<text x="${n(x + width / 2)}" y="${n(y + height * 0.65)}" text-anchor="middle">${value.toFixed(2)}</text>`
    }
  }
  return plot(title, marks)
}

/**
 * @param {string} title
 * @param {readonly string[]} plots
 */
export function page(title, plots) {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>
<style>body{font:14px system-ui;margin:1em;background:#fff}svg{margin:4px}</style><h1>${title}</h1>
${plots.join('\n')}</html>
`
}

/**
 * Combines several plots in one picture with a title.
 * @param {string} title
 * @param {readonly string[]} plots
 * @param {number} columns
 */
export function sheet(title, plots, columns) {
  const rows = Math.ceil(plots.length / columns)
  const parts = plots.map((svg, i) =>
    svg.replace('<svg ', `<svg x="${(i % columns) * WIDTH}" y="${Math.floor(i / columns) * HEIGHT}" `),
  )
  const size = `width="${columns * WIDTH}" height="${rows * HEIGHT}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><title>${title}</title><rect ${size} fill="#fff"/>${parts.join('')}</svg>\n`
}

/**
 * @param {string} title
 * @param {string} marks
 */
function plot(title, marks) {
  const size = `width="${WIDTH}" height="${HEIGHT}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="system-ui, sans-serif" font-size="10"><title>${title}</title><text x="${LEFT}" y="16" font-size="12">${title}</text>${marks}</svg>`
}

/**
 * @param {number} least
 * @param {number} most
 */
function scale(least, most) {
  const height = HEIGHT - TOP - BOTTOM
  return (/** @type {number} */ value) => TOP + ((most - value) / (most - least)) * height
}

/**
 * @param {(value: number) => number} y
 * @param {...number} values
 */
function axis(y, ...values) {
  return values
    .map(
      (value) =>
        `<text x="${LEFT - 4}" y="${n(y(value) + 3)}" text-anchor="end">${Number(value.toPrecision(4))}</text>`,
    )
    .join('')
}

/** @param {number} value */
function n(value) {
  return String(Math.round(value * 10) / 10)
}
