/** Paths relative to the page `…/__sim/ui/`, which may be that of a session and may be below a reverse proxy's path. */

/** Reads a path such as `/proxy/s/mine/__sim/ui/`. Paths of the server and of the session's addresses (`below`) end with a slash. */
export function pagePathsOf(pathname: string) {
  const [, server = '/', session = null] = /^(.*?\/)(?:s\/([^/]+)\/)?__sim\/ui(?:\/|$)/.exec(pathname) ?? []
  return { server, below: session === null ? server : `${server}s/${session}/`, session }
}

/** The page of a session; null for the server's own. */
export const pageOf = ({ server }: { readonly server: string }, session: string | null): string =>
  session === null ? `${server}__sim/ui/` : `${server}s/${session}/__sim/ui/`
