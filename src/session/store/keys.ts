/** Names of all keys in the store. Keys of one session share a hash tag, and so do those of the simulator. */

/** Time to live of a session after its last use. */
export const TTL_SECONDS = 24 * 3600

export type Keys = ReturnType<typeof createKeys>

export function createKeys(prefix: string) {
  const own = (name: string) => `{${prefix}}:${name}`
  const of = (id: string, name: string) => `{${prefix}/${id}}:${name}`
  return {
    /** Settings that joining replicas must match, and the generation of the data. */
    start: own('start'),
    /** Replicas by the end of their lease. */
    replicas: own('replicas'),
    /** A replica's description of itself. */
    status: (replica: string) => own(`told:${replica}`),
    /** Lost replicas by their last renewal. */
    gone: own('gone'),
    log: own('log'),
    /** Sessions by creation time. */
    sessions: own('sessions'),
    /** The last connection number that was reserved. */
    connections: own('connections'),
    document: (id: string) => own(`session:${id}`),
    lock: (id: string) => own(`lock:${id}`),
    inbox: (replica: string) => own(`inbox:${replica}`),
    rules: (id: string, countsId: string) => of(id, `rules:${countsId}`),
    answers: (id: string, replica: string) => of(id, `answers:${replica}`),
    lines: (id: string, journalId: string) => of(id, `lines:${journalId}`),
    counts: (id: string, journalId: string) => of(id, `counts:${journalId}`),
    snapshots: (id: string) => of(id, 'snapshots'),
    copy: (id: string, snapshot: string, what: 'rules' | 'lines' | 'counts') => of(id, `${snapshot}:${what}`),
  }
}
