/**
 * Suites of the control API written for one server, run with three replicas in its place, behind a load balancer. They ask over
 * sockets; most other suites inspect the session of a process, which is one of three here.
 */
import { describe } from 'vitest'
import { hasProgram, hasStore } from '../../support/redis.js'

/** Without guard, which needs no port, and watchers, which each server limits. */
const SUITES = [
  'calls',
  'command',
  'current-base',
  'grades',
  'journal-changes',
  'prices',
  'reasons',
  'reload',
  'sessions',
  'views',
  'watch',
]

describe.runIf(hasStore() && hasProgram('haproxy', '-v')).each(SUITES)(
  'three replicas, control %s',
  (name) => import(`../../server/control/${name}.test.ts`),
)
