/**
 * The floor plan of `src`: imports only go down and never in a circle, and sockets, chance and Express are asked for in
 * one place each. `npm run arch` checks it.
 */

/** From the ground up. Within a wing, folders keep their order by having no circle. */
export const WINGS = [
  'kit',
  'market',
  'api',
  'grading',
  'scenario',
  'session',
  'server',
  'compare',
  'rehearsal',
  'entrypoints',
]

const pathOf = (names = ['']) => `^src/(${names.join('|')})/`
const SRC = '^src/'
const SOCKETS = '^(http|https|http2|net|tls|dgram)$'
const FRAMEWORKS = '(^|/)node_modules/(@types/)?(express|light-my-request)/'

const downwards = WINGS.slice(0, -1).map((name, level) => ({
  name: `only-down-from-${name}`,
  severity: 'error',
  from: { path: pathOf([name]) },
  to: { path: pathOf(WINGS.slice(level + 1)) },
}))

const forbidden = [
  ...downwards,
  { name: 'no-circle', severity: 'error', from: {}, to: { circular: true } },
  {
    name: 'no-circle-of-folders',
    comment: 'Two folders that import each other are one folder, or three.',
    severity: 'error',
    scope: 'folder',
    from: {},
    to: { circular: true },
  },
  { name: 'in-a-wing', severity: 'error', from: { path: SRC, pathNot: pathOf(WINGS) }, to: {} },
  { name: 'to-a-wing', severity: 'error', from: {}, to: { path: SRC, pathNot: pathOf(WINGS) } },
  {
    name: 'typescript-only',
    severity: 'error',
    from: {},
    to: { path: SRC, pathNot: ['\\.ts$', '^src/entrypoints/ui/.*\\.tsx$'] },
  },
  { name: 'no-orphan', comment: 'Nobody imports it.', severity: 'error', from: { orphan: true }, to: {} },
  {
    name: 'inside-src',
    severity: 'error',
    from: { path: SRC },
    to: { dependencyTypes: ['local', 'localmodule'], pathNot: [SRC, '^fixtures/.*\\.json$'] },
  },
  { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  {
    name: 'in-package-json',
    severity: 'error',
    from: {},
    // A peer is none of our packages: dependency-cruiser calls it both.
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['npm-peer'] },
  },
  {
    name: 'not-by-own-name',
    severity: 'error',
    from: {},
    to: { path: '(^|/)(gmx-sim(/|$)|dist/entry/)' },
  },
  {
    name: 'chance-in-kit',
    severity: 'error',
    from: { pathNot: '^src/kit/random/random\\.ts$' },
    to: { path: '(^|/)node_modules/(@types/)?seedrandom/' },
  },
  {
    name: 'store-client-in-store',
    comment: 'One way to the store, and nothing of it loaded where there is none.',
    severity: 'error',
    from: { pathNot: '^src/session/store/' },
    to: { path: '(^|/)node_modules/ioredis/' },
  },
  {
    name: 'sockets-in-http',
    severity: 'error',
    from: { pathNot: '^src/server/http/' },
    to: { path: SOCKETS, dependencyTypes: ['core'] },
  },
  {
    name: 'express-in-http',
    severity: 'error',
    from: { pathNot: '^src/server/http/' },
    to: { path: FRAMEWORKS },
  },
  {
    name: 'page-knows-drawings',
    comment: 'It runs in a browser, and learns everything else from the control API.',
    severity: 'error',
    from: { path: '^src/entrypoints/ui/' },
    to: {
      path: '^src/(?!entrypoints/ui/|server/control/|kit/(svg/|text/|(maps|outcome-class|numbers/lists)\\.ts$))',
    },
  },
  {
    name: 'page-knows-only-types-of-control',
    comment: 'It runs in a browser: of the control API it bundles nothing.',
    severity: 'error',
    from: { path: '^src/entrypoints/ui/' },
    to: { path: '^src/server/control/', dependencyTypesNot: ['type-only', 'type-import'] },
  },
  {
    name: 'drawings-for-browsers',
    comment: 'Pages and files show the same.',
    severity: 'error',
    from: { path: '^src/kit/svg/' },
    to: { dependencyTypes: ['core', 'npm', 'npm-dev'] },
  },
  {
    name: 'page-for-browsers',
    comment: 'It is bundled by itself.',
    severity: 'error',
    from: { path: '^src/(?!entrypoints/ui/)' },
    to: { path: '^src/entrypoints/ui/' },
  },
  {
    name: 'price-knows-only-types-of-catalogue',
    comment: 'The price process runs on facts that it is given.',
    severity: 'error',
    from: { path: '^src/market/price/' },
    to: { path: '^src/market/catalogue/', dependencyTypesNot: ['type-only', 'type-import'] },
  },
  {
    name: 'price-knows-no-oracle',
    severity: 'error',
    from: { path: '^src/market/price/' },
    to: { path: '^src/market/oracle/' },
  },
]

const options = {
  doNotFollow: { path: 'node_modules' },
  // Imports of types too: whoever reads a file reads what its types are about.
  tsPreCompilationDeps: true,
  parser: 'tsc',
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['types', 'import', 'node', 'default'],
  },
}

export default { forbidden, options }
