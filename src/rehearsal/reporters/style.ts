/** Options of reporters; width and colours of text. */
export interface ReporterOptions {
  /** Columns; 100 by default. */
  readonly width?: number
  /** Colours of a terminal; off by default. */
  readonly colours?: boolean
  /** Returns the command that repeats the scenario with that index in the report. */
  readonly commandOf?: (index: number) => string
}

const MAX_WIDTH = 120
export const MIN_WIDTH = 40

const COLOURS = { good: 32, warn: 33, bad: 31, open: 35, quiet: 2, strong: 1 }
export type Colour = keyof typeof COLOURS
export type Style = ReturnType<typeof styleOf>

export function styleOf({ width = 100, colours = false }: ReporterOptions) {
  const paint = (text: string, colour: Colour) =>
    colours && text !== '' ? `\u001b[${COLOURS[colour]}m${text}\u001b[0m` : text
  return { width: Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, width)), paint }
}
