/** Small pictures of pages, and how much two of them differ. */
import type { Page } from 'playwright-core'

export interface Picture {
  readonly width: number
  readonly height: number
  /** Red, green, blue and opacity of each pixel. */
  readonly pixels: Uint8Array
  /** A WebP file of it. */
  readonly file: Buffer
}

/** An image in the given width, or its own; `helper` is any page, whose canvas scales. */
export async function readPicture(helper: Page, image: Buffer, width?: number): Promise<Picture> {
  const read = await helper.evaluate<
    Record<'pixels' | 'file', string> & Pick<Picture, 'width' | 'height'>
  >(`(async () => {
    const image = new Image()
    image.src = 'data:image/*;base64,${image.toString('base64')}'
    await image.decode()
    const width = ${width ?? 'image.width'}
    const height = Math.round((image.height * width) / image.width)
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const pen = canvas.getContext('2d')
    pen.imageSmoothingQuality = 'high'
    pen.drawImage(image, 0, 0, width, height)
    const { data } = pen.getImageData(0, 0, width, height)
    const texts = Array.from({ length: height }, (_, row) => String.fromCharCode(...data.subarray(row * width * 4, (row + 1) * width * 4)))
    return { width, height, pixels: btoa(texts.join('')), file: canvas.toDataURL('image/webp', 0.6).split(',')[1] }
  })()`)
  const [pixels, file] = [read.pixels, read.file].map((text) => Buffer.from(text, 'base64'))
  return { width: read.width, height: read.height, pixels, file }
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
