/** Options of reporters; width and colours of text. */
export interface TextOptions {
  /** Columns; 100 by default. */
  readonly width?: number
  /** Off by default. */
  readonly colours?: boolean
}

export interface ReporterOptions extends TextOptions {
  /** Returns the command that repeats the scenario with that index in the report. */
  readonly commandOf?: (index: number) => string
}

export type Colour = 'good' | 'warn' | 'bad' | 'open' | 'quiet' | 'strong'

export interface Style {
  readonly width: number
  paint(text: string, colour: Colour): string
}

const MAX_WIDTH = 120
export const MIN_WIDTH = 40

const COLOURS: Readonly<Record<Colour, string>> = {
  good: '32',
  warn: '33',
  bad: '31',
  open: '35',
  quiet: '2',
  strong: '1',
}

export function styleOf({ width = 100, colours = false }: TextOptions): Style {
  return {
    width: Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, width)),
    paint: colours ? (text, colour) => text && `\u001b[${COLOURS[colour]}m${text}\u001b[0m` : (text) => text,
  }
}
