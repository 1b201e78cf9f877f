/** Sessions per server, besides its own. */
export const MAX_SESSIONS = 10_000
