/** Rows and layout of the table of benchmarks. */

/**
 * @typedef {object} Row
 * @property {string} name
 * @property {string} measured
 * @property {string} beside The ratio and its reference, or a remark.
 * @property {string} target Empty without a target.
 * @property {boolean | undefined} met
 */

/**
 * An absolute figure. `least`, the best time, distinguishes a slow program from a busy machine.
 * @param {string} name
 * @param {{ value: number, least?: number, unit: string }} measured
 * @param {{ most: number }} target
 * @returns {Row}
 */
export function atMost(name, { value, least, unit }, { most }) {
  return {
    name,
    measured: `${figure(value)} ${unit}`,
    beside: least === undefined ? '' : `at its best ${figure(least)} ${unit}`,
    target: `<= ${most} ${unit}`,
    met: value <= most,
  }
}

/**
 * A figure relative to another; `ratio` may be a better estimate than that of the two medians.
 * @param {string} name
 * @param {{ value: number, other: number, ratio: number, unit: string, otherName: string }} measured
 * @param {{ most?: number | undefined, least?: number | undefined }} target
 * @returns {Row}
 */
export function beside(name, { value, other, ratio, unit, otherName }, { most, least }) {
  return {
    name,
    measured: `${figure(value)} ${unit}`,
    beside: `${ratio.toFixed(2)}x ${otherName} (${figure(other)} ${unit})`,
    target: most !== undefined ? `<= ${most}x` : least !== undefined ? `>= ${least}x` : '',
    met: most !== undefined ? ratio <= most : least !== undefined ? ratio >= least : undefined,
  }
}

/**
 * @param {string} name
 * @param {string} why
 * @returns {Row}
 */
export function notMeasured(name, why) {
  return { name, measured: why, beside: '', target: '', met: undefined }
}

/** @param {number} value */
function figure(value) {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

const HEAD = ['name', 'measured', 'ratio', 'target', 'met']

/** @param {readonly Row[]} rows */
export function tableOf(rows) {
  return textTable(
    HEAD,
    rows.map(({ name, measured, beside, target, met }) => [
      name,
      measured,
      beside,
      target,
      met === undefined ? '' : met ? 'yes' : 'NO',
    ]),
  )
}

/**
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} body
 */
export function textTable(head, body) {
  const lines = [head, ...body]
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column].length)))
  const texts = lines.map((line) => line.map((text, column) => text.padEnd(widths[column])).join(' | '))
  texts.splice(1, 0, widths.map((width) => '-'.repeat(width)).join(' | '))
  return `${texts.map((text) => text.trimEnd()).join('\n')}\n`
}
