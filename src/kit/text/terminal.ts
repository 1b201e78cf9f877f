/** Text of programs and files, made safe for a terminal or a report. */
import { stripVTControlCharacters } from 'node:util'

/** Control and format characters other than tabs and line ends: they move the cursor, clear the screen or reverse the text. */
const UNSAFE = /[^\P{Cc}\t\n]|\p{Cf}/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control sequences.
const COLOUR_OR_UNSAFE = /(\u001b\[\d+m)|[^\P{Cc}\t\n]|\p{Cf}/gu

/** A line of output, without control sequences. */
export function plainLine(line: string): string {
  return stripVTControlCharacters(line).replace(UNSAFE, '?')
}

/** A finished text, with the colours of its writer on request. Any other control or format character becomes `?`. */
export function safeText(text: string, hasColours = false): string {
  return hasColours
    ? text.replace(COLOUR_OR_UNSAFE, (_sign, colour?: string) => colour ?? '?')
    : text.replace(UNSAFE, '?')
}

/** A value as JSON, with escapes for the same characters: no value changes. */
export function safeJson(value: unknown): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(value, null, 2).replace(UNSAFE, (sign) => sign.replace(/./gs, escaped))
}
