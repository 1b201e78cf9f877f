/**
 * Suites of the dashboard, run over three replicas behind a load balancer: those about journals and sessions that several replicas
 * make together. The others show what the control API says, which is the same for three (control.replicas.test.ts).
 */
import { describe } from 'vitest'
import { hasChromium } from '../../support/chromium.js'
import { hasProgram, hasStore } from '../../support/redis.js'

const SUITES = ['requests']

describe.runIf(hasChromium() && hasStore() && hasProgram('haproxy', '-v')).each(SUITES)(
  'three replicas, dashboard %s',
  (name) => import(`../../entrypoints/ui/${name}-browser.full.test.ts`),
)
