/** A figure of a check with its unit, as reports for people write it. */
import { formatLength } from '../../drawing/frame.js'
import type { Unit } from '../report.js'

/** `30.0 s`, `12 %`, `yes`, `3 requests`, `0.5`. */
export function formatMeasured(value: number, unit: Unit): string {
  switch (unit) {
    case 'ms':
      return formatLength(value)
    case 'yes/no':
      return value > 0 ? 'yes' : 'no'
    case 'slope':
    case 'ratio':
      return String(Math.round(value * 100) / 100)
    case 'changes/min':
      return `${Math.round(value * 10) / 10}/min`
    default:
      return `${Math.round(value * 10) / 10} ${value === 1 ? unit.replace(/s$/, '') : unit}`
  }
}
