/** A mistake that a person can mend: what failed, what was seen, what to do. */
export class BenchError extends Error {
  /** @param {string} what @param {string} seen @param {string} todo */
  constructor(what, seen, todo) {
    super(`${what}: ${seen}; ${todo}`)
  }
}
