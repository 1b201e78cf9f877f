/** Shell and icon of all pages. */
import { escapeMarkup } from './tree.js'

/** Two candles, one up and one down. */
export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M4.5 1v14" stroke="#1a8f5a"/><path d="M2.5 4h4v7h-4z" fill="#1a8f5a"/><path d="M11.5 2v12" stroke="#c8453b"/><path d="M9.5 5h4v6h-4z" fill="#c8453b"/></svg>'

const ICON_URL = `data:image/svg+xml,${encodeURIComponent(ICON)}`

/** Makes form controls and scrollbars follow the colour scheme before styles load. */
export const BOTH_SCHEMES = '<meta name="color-scheme" content="light dark">'

/** A complete page; `title` is text, `head` and `body` are markup. */
export function toPage({ title, head, body }: Readonly<Record<'title' | 'head' | 'body', string>>): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(title)}</title>
<link rel="icon" href="${ICON_URL}">
${head}
</head>
<body>
${body}
</body>
</html>
`
}

/** Style sheet of all pages: colours and sizes for light and dark schemes, text, links and focus. */
export const PALETTE = `
:root {
  color-scheme: light dark;
  --ground: #fff;
  --raised: #f4f5f7;
  --sunk: #eceef1;
  --line: #d5d8de;
  --edge: #868e9b;
  --text: #1b1f27;
  --faint: #565d6b;
  --link: #0b57b7;
  --on-link: #fff;
  --good: #1f7743;
  --wrong: #9a5700;
  --error: #c02626;
  --broken: #9a2bb0;
  --silent: #4a4f5a;
  --band: #e0a80033;
  --event: #3f7ad833;
  --gap: 12px;
  --round: 8px;
  --mono: ui-monospace, SFMono-Regular, Menlo, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171c;
    --raised: #1c2027;
    --sunk: #272c35;
    --line: #39404c;
    --edge: #78808e;
    --text: #e6e9ef;
    --faint: #a5adbb;
    --link: #7db4ff;
    --on-link: #0d1520;
    --good: #4cc07c;
    --wrong: #f0a53c;
    --error: #ff7b72;
    --broken: #d991ea;
    --silent: #b3bac7;
    --band: #e0a8002e;
    --event: #5b93ee40;
  }
}
* { box-sizing: border-box; }
body { color: var(--text); background: var(--ground); }
a { color: var(--link); text-underline-offset: 0.2em; }
small { color: var(--faint); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
`

/** Style sheet of drawings: what report and dashboard have in common. */
export const DRAWING_STYLE = `
.drawing { display: block; }
.drawing text { font: 11px system-ui, sans-serif; fill: var(--text); }
.drawing :is(.tick, .lane-detail, .number, .bound-name, .phase-name) { fill: var(--faint); }
.drawing .lane-name { font-weight: 600; }
.grid { stroke: var(--line); stroke-width: 0.5; }
.lane { fill: var(--raised); }
`
