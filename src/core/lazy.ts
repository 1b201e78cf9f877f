/** Parts loaded on first use, or soon after a server listens: Node caches failed imports, so a later failure would be final. */
const PARTS = new Set<() => Promise<unknown>>()

/** Declares a part; returns its loader. */
export function lazy<Part>(load: () => Promise<Part>): () => Promise<Part> {
  PARTS.add(load)
  return load
}

/** Loads all parts in turn, including those declared meanwhile. */
export async function preloadLazy(onTrouble: (error: unknown) => void): Promise<void> {
  for (const load of PARTS) await load().catch(onTrouble)
}
