/**
 * Where the page is, and so where everything else is: `…/__sim/ui/`, maybe of a session, maybe below a path that a reverse
 * proxy puts before it. Nothing is asked for by an absolute path.
 */

export interface Place {
  /** Path of the server, with a slash at its end. */
  readonly server: string
  /** Path of the session's own addresses, likewise; the server's where it is the server's own session. */
  readonly below: string
  readonly session: string | null
}

/** Reads a path such as `/proxy/s/mine/__sim/ui/`. */
export function placeOf(pathname: string): Place {
  const [, server = '/', session] = /^(.*?\/)(?:s\/([^/]+)\/)?__sim\/ui(?:\/|$)/.exec(pathname) ?? []
  return {
    server,
    below: session === undefined ? server : `${server}s/${session}/`,
    session: session ?? null,
  }
}

/** The page of a session; of the server's own for null. */
export const pageOf = ({ server }: Place, session: string | null): string =>
  session === null ? `${server}__sim/ui/` : `${server}s/${session}/__sim/ui/`
