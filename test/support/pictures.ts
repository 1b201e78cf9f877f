/** Small pictures of pages with a palette, and how much two of them differ. */
import { crc32, deflateSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { getOrCreate } from '../../src/kit/maps.js'

export interface Picture {
  readonly width: number
  readonly height: number
  /** Red, green, blue and opacity of each pixel. */
  readonly pixels: Uint8Array
}

/** A PNG in the given width, or its own; `helper` is any page, whose canvas scales. */
export async function readPicture(helper: Page, png: Buffer, width?: number): Promise<Picture> {
  const read = await helper.evaluate<{ width: number; height: number; text: string }>(`(async () => {
    const image = new Image()
    image.src = 'data:image/png;base64,${png.toString('base64')}'
    await image.decode()
    const width = ${width ?? 'image.width'}
    const height = Math.round((image.height * width) / image.width)
    const pen = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')
    pen.imageSmoothingQuality = 'high'
    pen.drawImage(image, 0, 0, width, height)
    const { data } = pen.getImageData(0, 0, width, height)
    const texts = Array.from({ length: height }, (_, row) => String.fromCharCode(...data.subarray(row * width * 4, (row + 1) * width * 4)))
    return { width, height, text: btoa(texts.join('')) }
  })()`)
  return { width: read.width, height: read.height, pixels: Buffer.from(read.text, 'base64') }
}

const COLOURS = 256

/** A PNG of its most frequent colours; others become the nearest of these. */
export function writePicture({ width, height, pixels }: Picture): Buffer {
  const coarse = Array.from({ length: width * height }, (_, n) =>
    [0, 1, 2].reduce((colour, part) => colour * 256 + ((pixels[n * 4 + part] & 0xf0) | 8), 0),
  )
  const counts = new Map<number, number>()
  for (const colour of coarse) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const frequent = [...counts.keys()]
    .sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))
    .slice(0, COLOURS)
  const partsOf = (colour: number) => [colour >> 16, (colour >> 8) & 255, colour & 255]
  const palette = frequent.flatMap(partsOf)
  const indexes = new Map(frequent.map((colour, index) => [colour, index]))
  const distance = (a: number, b: number) =>
    partsOf(a).reduce((sum, part, n) => sum + Math.abs(part - partsOf(b)[n]), 0)
  const indexOf = (colour: number): number => {
    const nearest = frequent.reduce((best, one) =>
      distance(one, colour) < distance(best, colour) ? one : best,
    )
    return getOrCreate(indexes, colour, () => frequent.indexOf(nearest))
  }
  const rows = Buffer.alloc(height * (width + 1))
  for (const [n, colour] of coarse.entries())
    rows[n + Math.floor(n / width) + 1] = indexes.get(colour) ?? indexOf(colour)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Eight bits, with a palette.
  head.set([8, 3], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette)),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Side of the squares whose mean colours are compared, px: letters may move within them. */
const CELL = 16
/** Difference of a mean from which a square is another one, of 255. */
const OTHER = 32

/** The share of squares that differ; 1 for pictures of other sizes. */
export function differenceOf(a: Picture, b: Picture): number {
  if (a.width !== b.width || a.height !== b.height) return 1
  const [means, others] = [meansOf(a), meansOf(b)]
  const differing = means.filter((mean, cell) =>
    mean.some((colour, n) => Math.abs(colour - others[cell][n]) > OTHER),
  )
  return differing.length / means.length
}

function meansOf({ width, height, pixels }: Picture): number[][] {
  const means: number[][] = []
  for (let top = 0; top + CELL <= height; top += CELL)
    for (let left = 0; left + CELL <= width; left += CELL) {
      const sums = [0, 0, 0]
      for (let y = top; y < top + CELL; y++)
        for (let x = left; x < left + CELL; x++)
          for (let n = 0; n < 3; n++) sums[n] += pixels[(y * width + x) * 4 + n]
      means.push(sums.map((sum) => sum / CELL ** 2))
    }
  return means
}
