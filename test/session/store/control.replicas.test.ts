/**
 * Suites of the control API written for one server, run with three replicas in its place, behind a load balancer. They ask over
 * sockets; most other suites inspect the session of a process, which is one of three here.
 */
import { describe } from 'vitest'
import { hasProgram, hasStore } from '../../support/redis.js'

/** With state that each replica holds: cursors, sessions, what was loaded, streams. All other calls: see worlds.full.test.ts. */
const SUITES = ['journal-changes', 'reload', 'sessions', 'watch']

describe.runIf(hasStore() && hasProgram('haproxy', '-v')).each(SUITES)(
  'three replicas, control %s',
  (name) => import(`../../server/control/${name}.test.ts`),
)
