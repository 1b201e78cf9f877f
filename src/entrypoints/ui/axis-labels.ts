/** Tick labels of axes of virtual time, in UTC. */
import { formatInstant } from './formats.js'

export function instantLabel(ms: number, stepMs: number): string {
  const [day, time] = formatInstant(ms).split(' ')
  if (stepMs >= 86_400_000) return day.slice(5)
  return stepMs >= 60_000 ? time.slice(0, 5) : time
}

/** Time since the start of the incident: `0`, `-10 s`, `1:30`, `2 h`, `1 h 30`, `3 d`. */
export function sinceLabel(ms: number, stepMs: number): string {
  if (ms === 0) return '0'
  const sign = ms < 0 ? '-' : ''
  const size = Math.abs(ms)
  if (stepMs < 1000) return `${sign}${(size / 1000).toFixed(1)} s`
  const seconds = Math.round(size / 1000)
  if (seconds < 120) return `${sign}${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 120 && stepMs < HOUR_MS) return `${sign}${minutes}:${String(seconds % 60).padStart(2, '0')}`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `${sign}${hours} h${minutes % 60 === 0 ? '' : ` ${minutes % 60}`}`
  return `${sign}${Math.floor(hours / 24)} d${hours % 24 === 0 ? '' : ` ${hours % 24} h`}`
}

const HOUR_MS = 3_600_000
