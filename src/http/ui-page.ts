/** The page around the dashboard, and the one that says why it is not there. */
import { escapeMarkup } from '../drawing/markup.js'
import { ICON_URL } from './icon-image.js'

export interface UiLinks {
  readonly script: string
  readonly style: string
}

/** What there is to see until the program runs: the parts in their places, so that nothing moves when they come to life. */
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
  return page(
    `<link rel="stylesheet" href="${escapeMarkup(style)}">`,
    `<div id="app">${SKELETON}</div>
<noscript>This page is a program: it needs JavaScript. All that it shows is also in the control API.</noscript>
<script type="module" src="${escapeMarkup(script)}"></script>`,
  )
}

export function plainPage(sentence: string): string {
  return page('', `<main><h1>gmx-sim</h1><p>${escapeMarkup(sentence)}</p></main>`)
}

function page(head: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>gmx-sim</title>
<link rel="icon" href="${ICON_URL}">
${head}</head>
<body>
${body}
</body>
</html>
`
}
