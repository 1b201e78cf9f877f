/** The page's HTML: one element of the library, pointed at one document, and links to both. */

const PAGES = [
  { path: '/docs', document: 'openapi.json', title: 'Simulated API', attributes: 'hide-authentication' },
  { path: '/docs/control', document: 'control-openapi.json', title: 'Control API', attributes: '' },
] as const

/** The page of one document; `root` is what the routes are mounted at, such as `/__sim`. */
export function docsPage(root: string, shown: (typeof PAGES)[number]['document']): string {
  const { title, attributes } = PAGES.find(({ document }) => document === shown) ?? PAGES[0]
  const links = PAGES.map(({ path, document, title }) =>
    document === shown ? `<b aria-current="page">${title}</b>` : `<a href="${root}${path}">${title}</a>`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>gmx-sim: ${title}</title>
<link rel="icon" href="data:,">
<style>
  body { margin: 0; font: 15px/1.5 system-ui, sans-serif; }
  openapi-explorer { height: 100vh; }
  nav { display: flex; gap: 1rem; padding: 0 0 1rem; }
</style>
<script src="${root}/docs/openapi-explorer.min.js"></script>
<openapi-explorer spec-url="${root}/v1/${shown}" use-path-in-nav-bar="true" ${attributes}>
  <div slot="overview"><h1>gmx-sim: ${title}</h1><nav>${links.join(' ')}</nav></div>
</openapi-explorer>
</html>
`
}
