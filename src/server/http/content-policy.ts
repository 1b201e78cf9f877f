/** The content policy of a page: nothing but what is listed, and never in a frame. */
export function contentPolicy(...sources: readonly string[]): string {
  const closed = ['base-uri', 'form-action', 'frame-ancestors'].map((name) => `${name} 'none'`)
  return ["default-src 'none'", ...sources, ...closed].join('; ')
}
