/**
 * Parts that are loaded when something first needs them, as most runs never do. Node remembers an import that failed, so a
 * server whose files could not be opened for one moment would be without that part for good: it loads all of them soon
 * after it listens.
 */
const PARTS = new Set<() => Promise<unknown>>()

/** Declares a part that is loaded late; what it returns loads it. */
export function late<Part>(load: () => Promise<Part>): () => Promise<Part> {
  PARTS.add(load)
  return load
}

/** Loads every part there is, those too that only become known meanwhile, one after the other. */
export async function loadLate(onTrouble: (error: unknown) => void): Promise<void> {
  // A set is gone through to its end, also where that moves away.
  for (const load of PARTS) await load().catch(onTrouble)
}
