/** The names of all keys in the store. Those of one session have a hash tag in common, and so have those of the simulator. */

/** Time to live of a session after its last use. */
export const TTL_SECONDS = 24 * 3600

export type Keys = ReturnType<typeof createKeys>

export function createKeys(prefix: string) {
  const own = (name: string) => `{${prefix}}:${name}`
  const of = (id: string, name: string) => `{${prefix}/${id}}:${name}`
  return {
    /** How the simulator was started, and the generation of the data. */
    start: own('start'),
    /** Replicas, by when their lease runs out. */
    replicas: own('replicas'),
    /** What each of them says of itself. */
    told: (replica: string) => own(`told:${replica}`),
    /** Those that went without a word, by when they were heard last. */
    gone: own('gone'),
    /** What all are to follow. */
    log: own('log'),
    /** Sessions by when they were made. */
    sessions: own('sessions'),
    /** Numbers of connections that are given out. */
    connections: own('connections'),
    document: (id: string) => own(`session:${id}`),
    lock: (id: string) => own(`lock:${id}`),
    /** What one replica alone is told. */
    inbox: (replica: string) => own(`inbox:${replica}`),
    rules: (id: string, countsId: string) => of(id, `rules:${countsId}`),
    answers: (id: string, replica: string) => of(id, `answers:${replica}`),
    lines: (id: string, journalId: string) => of(id, `lines:${journalId}`),
    counts: (id: string, journalId: string) => of(id, `counts:${journalId}`),
    snapshots: (id: string) => of(id, 'snapshots'),
    /** A copy that belongs to a snapshot. */
    copy: (id: string, snapshot: string, what: 'rules' | 'lines' | 'counts') => of(id, `${snapshot}:${what}`),
  }
}
