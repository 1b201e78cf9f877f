/** Small pictures of pages with a fixed palette, and how much two of them differ. */
import { crc32, deflateSync } from 'node:zlib'
import type { Page } from 'playwright-core'

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

/** Steps of each colour in the palette. */
const STEPS = 6
const PER_STEP = 255 / (STEPS - 1)

/** A PNG of 216 colours. */
export function writePicture({ width, height, pixels }: Picture): Buffer {
  const levels = Array.from({ length: STEPS }, (_, step) => step * PER_STEP)
  const palette = levels.flatMap((red) =>
    levels.flatMap((green) => levels.flatMap((blue) => [red, green, blue])),
  )
  const rows = Buffer.alloc(height * (width + 1))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [red, green, blue] = [0, 1, 2].map((n) => Math.round(pixels[(y * width + x) * 4 + n] / PER_STEP))
      rows[y * (width + 1) + 1 + x] = (red * STEPS + green) * STEPS + blue
    }
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
