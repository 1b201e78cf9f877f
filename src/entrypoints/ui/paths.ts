/** Paths relative to the page `…/__sim/ui/`, which may be that of a session and may be below a reverse proxy's path. */
export interface PagePaths {
  /** Path of the server, with a final slash. */
  readonly server: string
  /** Path of the session's addresses, with a final slash. */
  readonly below: string
  readonly session: string | null
}

/** Reads a path such as `/proxy/s/mine/__sim/ui/`. */
export function pagePathsOf(pathname: string): PagePaths {
  const [, server = '/', session] = /^(.*?\/)(?:s\/([^/]+)\/)?__sim\/ui(?:\/|$)/.exec(pathname) ?? []
  return {
    server,
    below: session === undefined ? server : `${server}s/${session}/`,
    session: session ?? null,
  }
}

/** The page of a session; null for the server's own. */
export const pageOf = ({ server }: PagePaths, session: string | null): string =>
  session === null ? `${server}__sim/ui/` : `${server}s/${session}/__sim/ui/`
