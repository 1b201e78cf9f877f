import { defineCheck, YES_NO } from './define.js'
import { momentOf } from './evidence.js'

/** A program that finished its work has survived. */
export const survives = defineCheck({
  id: 'survives',
  asks: 'is the program still running, without a non-zero exit',
  level: 'MUST',
  weight: 10,
  ...YES_NO,
  needs: 'a program that the rehearsal started',
  look({ programs }) {
    if (programs.length === 0) return 'not observable'
    const fallen = programs.filter(
      ({ exitCode, signal, error }) =>
        (exitCode !== null && exitCode !== 0) || signal !== null || error !== null,
    )
    const hasEnded = programs.some(({ exitMs }) => exitMs !== null)
    return { measured: fallen.length === 0 ? 1 : 0, evidence: [], fallen, count: programs.length, hasEnded }
  },
  says: {
    pass: ({ count, hasEnded }) =>
      count === 1
        ? `the program ${hasEnded ? 'ended without a failure' : 'ran on'}`
        : `all ${count} copies of the program ran on${hasEnded ? ', or ended without a failure' : ''}`,
    fail({ fallen: [{ exitCode, signal, error, exitMs }] }) {
      const ended = signal === null ? `ended with exit code ${exitCode}` : `was ended by ${signal}`
      const how = error === null ? ended : `threw: ${error}`
      const remedy =
        signal !== null
          ? 'See its log for the cause'
          : 'Catch what a request and the reading of its reply throw, so that none of them ends the program'
      return `the program ${how}${exitMs === null ? '' : `, ${momentOf(exitMs)}`}. ${remedy}`
    },
    'not observable': 'somebody else started the program',
  },
})
