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
