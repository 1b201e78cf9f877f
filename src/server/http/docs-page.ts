/** Swagger UI for one OpenAPI document, below links to both. */
import { toPage } from '../../kit/svg/page.js'

const PAGES = [
  { path: '/docs', document: 'openapi.json', title: 'Simulated API' },
  { path: '/docs/control', document: 'control-openapi.json', title: 'Control API' },
] as const

/** The page of one document; `root` is the path the routes are mounted at, such as `/__sim`. */
export function docsPage(root: string, shown: (typeof PAGES)[number]['document']): string {
  const { title } = PAGES.find(({ document }) => document === shown) ?? PAGES[0]
  const links = PAGES.map(({ path, document, title }) =>
    document === shown ? `<b aria-current="page">${title}</b>` : `<a href="${root}${path}">${title}</a>`,
  )
  return toPage({
    title: `gmx-sim: ${title}`,
    head: `<link rel="stylesheet" href="${root}/docs/swagger-ui.css">
<style>
  body { margin: 0; font: 15px/1.5 system-ui, sans-serif; }
  nav { display: flex; gap: 1rem; max-width: 1460px; margin: 0 auto; padding: 1rem 20px 0; }
  /* Swagger UI has a light theme only. */
  @media (prefers-color-scheme: dark) {
    html { background: #fff; filter: invert(0.9) hue-rotate(180deg); }
    .swagger-ui .microlight { filter: invert(1) hue-rotate(180deg); }
  }
</style>`,
    body: `<nav>gmx-sim: ${links.join(' ')}</nav>
<div id="docs" data-document="${root}/v1/${shown}"></div>
<script src="${root}/docs/swagger-ui-bundle.js"></script>
<script src="${root}/docs/start.js"></script>`,
  })
}

/**
 * Starts Swagger UI; a separate script, as the page allows no inline ones. Every form is open, filled with the document's examples,
 * and no external validator is called.
 */
export const START_SCRIPT = `const docs = document.getElementById('docs')
SwaggerUIBundle({
  domNode: docs,
  url: docs.dataset.document,
  deepLinking: true,
  tryItOutEnabled: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
})
`
