import type { CatalogueSource } from './input.js'

/** Text of a catalogue that never names a file, as it arrives over HTTP. */
export class CatalogueText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type OverlaySource = CatalogueSource | CatalogueText
