/**
 * Parts loaded on first use. Node remembers an import that failed for want of a file descriptor: a part is imported only
 * while enough are free, so a later attempt can succeed.
 */
import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'

/** More than the files of a part that Node opens at a time. */
const DESCRIPTORS = 16

/** Declares a part; returns its loader. */
export function lazy<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let isLoaded = false
  return async () => {
    if (!isLoaded) requireDescriptors()
    const part = await load()
    isLoaded = true
    return part
  }
}

/** Throws EMFILE or ENFILE if a part might not load. */
function requireDescriptors(): void {
  const opened: number[] = []
  try {
    for (let n = 0; n < DESCRIPTORS; n++) opened.push(openSync(devNull, 'r'))
  } finally {
    for (const descriptor of opened) closeSync(descriptor)
  }
}
