/** What the machine shows of processes. */
import { existsSync, readFileSync } from 'node:fs'

/** Their ids, of those that a process has started and that have not ended. */
export function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.split(' ').filter(Boolean).map(Number)
}

/** What anybody can read of a process: its command line, words apart. */
export function commandLineOf(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
}

export const isRunning = (pid: number): boolean => existsSync(`/proc/${pid}`)
