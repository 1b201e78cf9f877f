/**
 * Test files of twenty seconds and more, longest first. One that begins last has the machine to itself. Vitest
 * knows durations only where it has run before; without them it begins with large files, and these are small.
 */
export const LONG = [
  'session/store/dashboard.replicas',
  'session/store/control.replicas',
  'adding.full',
  'package/foreign.full',
  'doc-commands.full',
  'server/http/docs-browser.full',
  'entrypoints/ui/page-browser.full',
  'entrypoints/ui/servers-browser.full',
  'examples/examples.full',
  'session/store/under-load.full',
  'soak.full',
  'entrypoints/ui/scroll-browser.full',
  'entrypoints/cli/run.full',
  'session/store/workers.full',
  'session/store/processes.full',
  'compare/cli.full',
  'rehearsal/late-timers.full',
].map((name) => `test/${name}.test.ts`)
