/** Workflow commands: lines of a log that a CI system acts on. */

/** An annotation of GitHub Actions. */
export function annotation(level: 'error' | 'warning' | 'notice', title: string, message: string): string {
  const data = (text: string) => text.replace(/[%\r\n]/g, encodeURIComponent)
  return `::${level} title=${data(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${data(message)}\n`
}

/** At the start of a line `::error::`, anywhere `##[error]`, `##vso[…]` or `##teamcity[…]`. */
const COMMAND = /^([^\S\r\n]*):(?=:[a-z-]+(?: .*)?::)|#(?=#\w*\[)/gm

/** Text for a log in which no name or value, wherever a line breaks, is a command. */
export function withoutCommands(text: string): string {
  return text.replace(COMMAND, (_command, space = '') => `${space}?`)
}
