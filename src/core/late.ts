/**
 * Parts loaded on first use. Node caches a failed import, so one moment without file handles would disable a part for good: a
 * server therefore loads all of them soon after it listens.
 */
const PARTS = new Set<() => Promise<unknown>>()

/** Declares a part; returns its loader. */
export function late<Part>(load: () => Promise<Part>): () => Promise<Part> {
  PARTS.add(load)
  return load
}

/** Loads all parts in turn, including those declared meanwhile. */
export async function loadLate(onTrouble: (error: unknown) => void): Promise<void> {
  for (const load of PARTS) await load().catch(onTrouble)
}
