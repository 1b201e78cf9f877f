/** Names of all keys in the store. Keys of one session share a hash tag, and so do those of the simulator and its default session. */

/** Time to live of a session after its last use. */
export const TTL_SECONDS = 24 * 3600

/** Id of the default session. */
export const ROOT = 'root'

export type Keys = ReturnType<typeof createKeys>

export function createKeys(prefix: string) {
  const own = (name: string) => `{${prefix}}:${name}`
  const of = (id: string, name: string) => (id === ROOT ? own(name) : `{${prefix}/${id}}:${name}`)
  return {
    /** Settings that joining replicas must match. */
    start: own('start'),
    /** The last heartbeat of each replica. */
    replicas: own('replicas'),
    /** Sessions by creation time. */
    sessions: own('sessions'),
    /** The last instant that was handed out, and the store's clock then. */
    time: own('time'),
    /** The last connection number that was reserved. */
    connections: own('connections'),
    /** Channel on which the id and version of each changed session are published. */
    changed: own('changed'),
    document: (id: string) => of(id, 'document'),
    rules: (id: string, countsId: string) => of(id, `rules:${countsId}`),
    answers: (id: string, journal: string) => of(id, `answers:${journal}`),
    lines: (id: string, journalId: string) => of(id, `lines:${journalId}`),
    counts: (id: string, journalId: string) => of(id, `counts:${journalId}`),
    /** Texts by id; its counts and journal are copied under that id. */
    snapshots: (id: string) => of(id, 'snapshots'),
  }
}
