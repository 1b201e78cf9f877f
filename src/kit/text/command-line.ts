/** Command lines for a reader to paste. `--no` and `--` run the installed package only, and pass it every option. */
const NPX = 'npx --no -- gmx-sim'

export function commandLine(...words: readonly string[]): string {
  return [NPX, ...words].join(' ')
}

/** Quotes a word for a POSIX shell. */
export function shellWord(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : shellText(word)
}

/** The same, quoted in any case. */
export function shellText(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
