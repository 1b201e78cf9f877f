/**
 * The floor plan of `src`: imports only go down and never in a circle, and sockets, chance and Express are asked for in
 * one place each. `npm run arch` checks it; `test/architecture.test.ts` plants a breach of each rule.
 */

/** From the ground up: folders, and the files that lie in none. */
export const FLOORS = [
  ['core/'],
  ['svg/'],
  ['catalogue/', 'formats/'],
  ['price/', 'oracle/'],
  ['market/'],
  ['world/', 'candle-import/'],
  ['clock/', 'metrics/'],
  ['endpoints/'],
  ['routing/', 'grading/'],
  ['scenario/'],
  ['custom-catalogue/'],
  ['journal/'],
  ['session/'],
  ['store/'],
  ['control/'],
  ['openapi/'],
  ['http/'],
  ['config/', 'open-store.ts', 'simulator.ts'],
  ['rehearsal/', 'compare/'],
  ['mcp/'],
  ['cli/', 'testing/', 'index.ts', 'ui/'],
]

const pathOf = (names = ['']) => `^src/(${names.map((name) => name.replaceAll('.', '\\.')).join('|')})`
const SRC = '^src/'
const SOCKETS = '^(http|https|http2|net|tls|dgram)$'
const FRAMEWORKS = '(^|/)node_modules/(@types/)?(express|light-my-request)/'

const downwards = FLOORS.slice(0, -1).map((names, level) => ({
  name: `only-down-from-${names[0].replace(/(\.ts|\/)$/, '')}`,
  severity: 'error',
  from: { path: pathOf(names) },
  to: { path: pathOf(FLOORS.slice(level + 1).flat()) },
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
  { name: 'on-a-floor', severity: 'error', from: { path: SRC, pathNot: pathOf(FLOORS.flat()) }, to: {} },
  { name: 'to-a-floor', severity: 'error', from: {}, to: { path: SRC, pathNot: pathOf(FLOORS.flat()) } },
  {
    name: 'typescript-only',
    severity: 'error',
    from: {},
    to: { path: SRC, pathNot: ['\\.ts$', '^src/ui/.*\\.tsx$'] },
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
    name: 'chance-in-core',
    severity: 'error',
    from: { pathNot: '^src/(core/random|price/kernel)\\.ts$' },
    to: { path: '^src/core/derive-key\\.ts$' },
  },
  {
    name: 'zod-in-core',
    comment: 'It is loaded with the first schema that is read: import core/zod.ts.',
    severity: 'error',
    from: { path: SRC, pathNot: '^src/core/(load-zod|zod|zod-parts)\\.ts$' },
    to: { path: '(^|/)node_modules/zod/', dependencyTypesNot: ['type-only', 'type-import'] },
  },
  {
    name: 'store-client-in-store',
    comment: 'One way to the store, and nothing of it loaded where there is none.',
    severity: 'error',
    from: { pathNot: '^src/store/' },
    to: { path: '(^|/)node_modules/ioredis/' },
  },
  {
    name: 'sockets-in-http',
    severity: 'error',
    from: { pathNot: '^src/http/' },
    to: { path: SOCKETS, dependencyTypes: ['core'] },
  },
  { name: 'express-in-http', severity: 'error', from: { pathNot: '^src/http/' }, to: { path: FRAMEWORKS } },
  {
    name: 'page-knows-drawings',
    comment: 'It runs in a browser, and learns everything else from the control API.',
    severity: 'error',
    from: { path: '^src/ui/' },
    to: { path: '^src/(?!ui/|svg/|core/(maps|outcome-class|binary-search|duration-in-words)\\.ts$)' },
  },
  {
    name: 'drawings-for-browsers',
    comment: 'Pages and files show the same.',
    severity: 'error',
    from: { path: '^src/svg/' },
    to: { dependencyTypes: ['core', 'npm', 'npm-dev'] },
  },
  {
    name: 'page-for-browsers',
    comment: 'It is bundled by itself.',
    severity: 'error',
    from: { path: '^src/(?!ui/)' },
    to: { path: '^src/ui/' },
  },
  {
    name: 'price-knows-only-types-of-catalogue',
    comment: 'The price process runs on facts that it is given.',
    severity: 'error',
    from: { path: '^src/price/' },
    to: { path: '^src/catalogue/', dependencyTypesNot: ['type-only', 'type-import'] },
  },
  {
    name: 'price-knows-no-oracle',
    severity: 'error',
    from: { path: '^src/price/' },
    to: { path: '^src/oracle/' },
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
