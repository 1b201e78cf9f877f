/** The page around the dashboard, and the one that says why it is unavailable. */
import { escapeMarkup } from '../../kit/svg/markup.js'
import { BOTH_SCHEMES, toPage } from '../../kit/svg/page.js'

export interface UiLinks {
  readonly script: string
  readonly style: string
}

/** Placeholder layout until the script runs, so that nothing shifts. */
const SKELETON = `<header class="top"><div class="top-line"><h1>gmx-sim</h1></div></header>
<main aria-busy="true">${[
  ['market', 'Market'],
  ['bases', 'Addresses for your client'],
  ['incident', 'Incident'],
  ['journal', 'Requests'],
]
  .map(
    ([id, title]) =>
      `<section id="${id}" class="panel"><div class="panel-head"><h2>${title}</h2></div></section>`,
  )
  .join('\n')}</main>`

export function uiPage({ script, style }: UiLinks): string {
  return toPage({
    title: 'gmx-sim',
    head: `${BOTH_SCHEMES}
<link rel="stylesheet" href="${escapeMarkup(style)}">`,
    body: `<div id="app">${SKELETON}</div>
<noscript>This page is a program: it needs JavaScript. All that it shows is also in the control API.</noscript>
<script type="module" src="${escapeMarkup(script)}"></script>`,
  })
}

export function plainPage(sentence: string): string {
  const body = `<main><h1>gmx-sim</h1><p>${escapeMarkup(sentence)}</p></main>`
  return toPage({ title: 'gmx-sim', head: BOTH_SCHEMES, body })
}
