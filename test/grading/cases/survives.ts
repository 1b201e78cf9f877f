import { type Case, caseOf } from '../../support/rehearsed.js'

export const CASES: readonly Case[] = [
  caseOf('a program that runs on', 'pass', 1, {}),
  caseOf('it has ended, whatever its code', 'fail', 0, { programs: [{ exitCode: 0, exitMs: 5000 }] }),
  caseOf('it may end', 'pass', 1, { programs: [{ exitCode: 0, exitMs: 5000 }], mayExit: true }),
  caseOf('it may end, but not crash', 'fail', 0, {
    programs: [{ exitCode: 1, exitMs: 5000 }],
    mayExit: true,
  }),
  caseOf('a non-zero exit', 'fail', 0, { programs: [{}, { exitCode: 3, exitMs: 5000 }] }),
  caseOf('a signal', 'fail', 0, { programs: [{ signal: 'SIGSEGV', exitMs: 5000 }] }),
  caseOf('a client in process that threw', 'fail', 0, { programs: [{ error: 'boom' }] }),
  caseOf('a program that somebody else started', 'not observable', null, { programs: [] }),
]
