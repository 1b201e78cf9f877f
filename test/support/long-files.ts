/**
 * Test files of twenty seconds and more, longest first. One that begins last has the machine to itself. Vitest
 * knows durations only where it has run before; without them it begins with large files, and these are small.
 */
export const LONG = [
  'store/dashboard.replicas',
  'store/control.replicas',
  'adding.full',
  'rehearsal/table.full',
  'doc-commands.full',
  'http/docs-browser.full',
  'ui/page-browser.full',
  'ui/lost-browser.full',
  'examples/examples.full',
  'store/under-load.full',
  'soak.full',
  'ui/axe-browser.full',
  'ui/scroll-browser.full',
  'cli/run.full',
  'store/workers.full',
  'store/processes.full',
  'compare/cli.full',
  'rehearsal/late-timers.full',
].map((name) => `test/${name}.test.ts`)
