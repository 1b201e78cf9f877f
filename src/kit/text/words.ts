/** Wraps text at `width` characters, keeping its line breaks. Numbers stay with their units: `18 %`, `300 ms`. */
export function wordWrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => {
    const lines = ['']
    for (const word of line.split(/(?<!\d) | (?!%|[a-z]{1,2}\b)/)) {
      const last = lines[lines.length - 1]
      if (last !== '' && last.length + 1 + word.length > width) lines.push(word)
      else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
    }
    return lines
  })
}

/** A count and its noun: `1 hole`, `2 holes`. */
export function pluralize(count: number, what: string, many = `${what}s`): string {
  return `${count} ${count === 1 ? what : many}`
}

/** `a`, `a and b`, `a, b and c`. */
export function inSeries(words: readonly string[], join: 'and' | 'or'): string {
  return words.length < 3
    ? words.join(` ${join} `)
    : `${words.slice(0, -1).join(', ')} ${join} ${words.at(-1)}`
}

/** Text of others, made safe for a terminal: control and format characters become `?`. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '?')
}

/** Joins lines by spaces. */
export function oneLine(text: string): string {
  return text.replace(/\s*[\r\n]\s*/g, ' ')
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

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
