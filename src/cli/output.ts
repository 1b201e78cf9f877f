/** Writing to the terminal, a file or a pipe while serving: that nobody takes it is no reason to end. */
type Stream = NodeJS.WriteStream

/** From now on losing a reader, or the disk behind it, ends nothing. */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

/** Writes, if that can be done. */
export function print(stream: Stream, text: string): void {
  try {
    stream.write(text)
  } catch {
    // A file on a full disk says so at once.
  }
}
