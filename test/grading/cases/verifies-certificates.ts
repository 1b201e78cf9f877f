import { type Case, every, type Line } from '../../support/rehearsed.js'

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
  [
    'verifies-certificates',
    'a client that asks no more, then fails over',
    { ...EXPIRED, requests: [BEFORE, { at: 20_600, base: 'fallback' }, { at: 41_000 }] },
    'pass',
    0,
  ],
  [
    'verifies-certificates',
    'requests over connections that it should not have made',
    { ...EXPIRED, requests: [BEFORE, { at: 20_500 }, { at: 21_500 }] },
    'fail',
    2,
  ],
  [
    'verifies-certificates',
    'a request as the certificate changes',
    { ...EXPIRED, requests: [BEFORE, { at: 20_010 }, { at: 21_000, base: 'fallback' }] },
    'pass',
    0,
  ],
  [
    'verifies-certificates',
    'a client of another base',
    { ...EXPIRED, requests: [{ ...BEFORE, base: 'fallback' }] },
    'not exercised',
    null,
  ],
  [
    'verifies-certificates',
    'a handshake that fails, without a certificate',
    { rules: [{ fault: 'tls', isRefusing: true }], requests: [BEFORE] },
    'not exercised',
    null,
  ],
  [
    'verifies-certificates',
    'a poller that skips its polls and returns',
    { ...EXPIRED, requests: [...every(1000, 0, 20_000), ...every(1000, 40_000, 60_000)] },
    'pass',
    0,
  ],
  [
    'verifies-certificates',
    'a client that sends nothing more',
    { ...EXPIRED, requests: [...every(1000, 0, 20_000)] },
    'inconclusive',
    null,
  ],
  [
    'verifies-certificates',
    'a poller whose period outlasts the incident',
    { ...EXPIRED, requests: [...every(60_000, -100_500, 19_600), { at: 79_500 }] },
    'inconclusive',
    null,
  ],
]
