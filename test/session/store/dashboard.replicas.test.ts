/**
 * The dashboard over three replicas behind a load balancer: its stream opens again at another one. All else is what the control API
 * says, which is the same for three (control.replicas.test.ts).
 */
import { describe } from 'vitest'
import { hasChromium } from '../../support/chromium.js'
import { hasProgram, hasStore } from '../../support/redis.js'

const SUITES = ['reopened']

describe.runIf(hasChromium() && hasStore() && hasProgram('haproxy', '-v')).each(SUITES)(
  'three replicas, dashboard %s',
  (name) => import(`../../entrypoints/ui/${name}-browser.full.test.ts`),
)
