/** Output while serving, which never fails when a reader is gone. */
type Stream = NodeJS.WriteStream

/** Ignores errors of stdout and stderr, such as a closed pipe or a full disk. */
export function ignoreStreamErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

export function print(stream: Stream, text: string): void {
  try {
    stream.write(text)
  } catch {
    // A file on a full disk throws synchronously.
  }
}
