import type { Program } from '../timeline.js'
import { defineCheck, YES_NO } from './define.js'
import { momentOf, whereOf } from './evidence.js'

export const survives = defineCheck({
  id: 'survives',
  asks: 'is the program still running at the end',
  level: 'MUST',
  weight: 10,
  ...YES_NO,
  needs: 'a program that the rehearsal started',
  look(timeline) {
    const { programs, mayExit } = timeline
    if (programs.length === 0) return 'not observable'
    const ended = programs.filter(({ exitMs }) => exitMs !== null)
    const fallen = programs.filter((program) => isCrash(program) || (!mayExit && ended.includes(program)))
    const last = timeline.requests.findLast(({ asked }) => asked.client === fallen[0]?.client)
    const count = programs.length
    return {
      measured: fallen.length === 0 ? 1 : 0,
      evidence: [last],
      fallen,
      last,
      count,
      hasEnded: ended.length > 0,
    }
  },
  says: {
    pass: ({ count, hasEnded }) =>
      count === 1
        ? `the program ${hasEnded ? 'ended without a failure, as it may' : 'ran on'}`
        : `all ${count} copies of the program ran on${hasEnded ? ', or ended without a failure, as they may' : ''}`,
    fail({ fallen, last }) {
      const program = fallen[0]!
      const { exitMs } = program
      const asked = last === undefined ? 'it sent no request' : `its last request was for ${whereOf(last)}`
      return `the program ${endInWords(program)}${exitMs === null ? '' : `, ${momentOf(exitMs)}`}; ${asked}. ${remedyFor(program)}`
    },
    'not observable': 'somebody else started the program',
  },
})

function isCrash({ exitCode, signal, error }: Program): boolean {
  return (exitCode !== null && exitCode !== 0) || signal !== null || error !== null
}

function endInWords({ exitCode, signal, error }: Program): string {
  if (error !== null) return `threw: ${error}`
  return signal === null ? `ended with exit code ${exitCode}` : `was ended by ${signal}`
}

function remedyFor(program: Program): string {
  if (program.signal !== null) return 'See its log for the cause'
  return isCrash(program)
    ? 'Catch what a request and the reading of its reply throw, so that none of them ends the program'
    : 'Go on polling after a failure; a program that is meant to end needs --may-exit'
}
