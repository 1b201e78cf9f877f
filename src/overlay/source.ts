import type { CatalogueSource } from './input.js'

/** The text of a catalogue, whatever it looks like: what comes over HTTP names no file. */
export class CatalogueText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type OverlaySource = CatalogueSource | CatalogueText
