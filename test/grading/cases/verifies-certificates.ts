import { type Case, caseOf, every, type Line } from '../../support/rehearsed.js'

const EXPIRED: Line = {
  rules: [
    {
      ...{ bases: ['primary'], fault: 'tls', isRefusing: true, certificate: 'an expired certificate' },
      ...{ fromMs: 20_000, untilMs: 40_000 },
    },
  ],
}
const BEFORE = { at: 19_500 } as const

export const CASES: readonly Case[] = [
  caseOf('a client that asks no more, then fails over', 'pass', 0, {
    ...EXPIRED,
    requests: [BEFORE, { at: 20_600, base: 'fallback' }, { at: 41_000 }],
  }),
  caseOf('requests over connections that it should not have made', 'fail', 2, {
    ...EXPIRED,
    requests: [BEFORE, { at: 20_500 }, { at: 21_500 }],
  }),
  caseOf('a request as the certificate changes', 'pass', 0, {
    ...EXPIRED,
    requests: [BEFORE, { at: 20_010 }, { at: 21_000, base: 'fallback' }],
  }),
  caseOf('a client of another base', 'not exercised', null, {
    ...EXPIRED,
    requests: [{ ...BEFORE, base: 'fallback' }],
  }),
  caseOf('a handshake that fails, without a certificate', 'not exercised', null, {
    rules: [{ fault: 'tls', isRefusing: true }],
    requests: [BEFORE],
  }),
  caseOf('a poller that skips its polls and returns', 'pass', 0, {
    ...EXPIRED,
    requests: [...every(1000, 0, 20_000), ...every(1000, 40_000, 60_000)],
  }),
  caseOf('a client that sends nothing more', 'inconclusive', null, {
    ...EXPIRED,
    requests: [...every(1000, 0, 20_000)],
  }),
  caseOf('a poller whose period outlasts the incident', 'inconclusive', null, {
    ...EXPIRED,
    requests: [...every(60_000, -100_500, 19_600), { at: 79_500 }],
  }),
]
