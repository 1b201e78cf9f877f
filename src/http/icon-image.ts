/** The icon of the pages, as an image and as an address. */

/** Two candles, one up and one down. */
export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M4.5 1v14" stroke="#1a8f5a"/><path d="M2.5 4h4v7h-4z" fill="#1a8f5a"/><path d="M11.5 2v12" stroke="#c8453b"/><path d="M9.5 5h4v6h-4z" fill="#c8453b"/></svg>'

export const ICON_URL = `data:image/svg+xml,${encodeURIComponent(ICON)}`
