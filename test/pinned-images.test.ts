/** Images of others are pinned by digest: a tag can be moved. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './support/cli.js'

/** Built from this clone, or chosen by the reader. */
const OWN = ['gmx-sim', '$[[']

const files = execFileSync('git', ['ls-files', 'Dockerfile', 'examples'], { cwd: ROOT })
  .toString()
  .split('\n')
  .filter((file) => /Dockerfile$|\.ya?ml$/.test(file))

const images = files.flatMap((file) =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(/^(?:FROM|[ -]*image:) +(\S+)/gm)].map(
    ([, image = '']) => ({ file, image }),
  ),
)

test('are found', () => {
  expect(new Set(images.map(({ image }) => image.split(/[:@]/)[0]))).toEqual(
    new Set(['node', 'haproxy', 'valkey/valkey', ...OWN]),
  )
})

test.each(images.filter(({ image }) => !OWN.some((own) => image.startsWith(own))))(
  '$file: $image',
  ({ image }) => {
    expect(image).toMatch(/^[\w/]+:[\d.]+-\w[\w-]*@sha256:[0-9a-f]{64}$/)
  },
)
