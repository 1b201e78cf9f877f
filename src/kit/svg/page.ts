/** Shell and icon of all pages. */
import { escapeMarkup } from './markup.js'

/** Two candles, one up and one down. */
export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M4.5 1v14" stroke="#1a8f5a"/><path d="M2.5 4h4v7h-4z" fill="#1a8f5a"/><path d="M11.5 2v12" stroke="#c8453b"/><path d="M9.5 5h4v6h-4z" fill="#c8453b"/></svg>'

export const ICON_URL = `data:image/svg+xml,${encodeURIComponent(ICON)}`

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
