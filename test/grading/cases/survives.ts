import type { Case } from '../../support/rehearsed.js'

export const CASES: readonly Case[] = [
  ['survives', 'a program that runs on', {}, 'pass', 1],
  ['survives', 'one that did its job', { programs: [{ exitCode: 0, exitMs: 5000 }] }, 'pass', 1],
  ['survives', 'a non-zero exit', { programs: [{}, { exitCode: 3, exitMs: 5000 }] }, 'fail', 0],
  ['survives', 'a signal', { programs: [{ signal: 'SIGSEGV', exitMs: 5000 }] }, 'fail', 0],
  ['survives', 'a client in process that threw', { programs: [{ error: 'boom' }] }, 'fail', 0],
  ['survives', 'a program that somebody else started', { programs: [] }, 'not observable', null],
]
