/** Compares the embedded kernel with itself as JavaScript; prints the first difference by asset, `{}` if none. */
import { readFileSync } from 'node:fs'
import { argv, stdout } from 'node:process'
import { kernelModule } from '../../src/market/price/kernel-module.js'
import { createJavascriptKernel, createWebAssemblyKernel } from '../../src/market/price/load-kernel.js'
import { firstDifference } from './kernel-identity.js'

const [, , file, rows] = argv
/** Kernel facts by asset. */
const assets: Record<string, number[]> = JSON.parse(readFileSync(file, 'utf8'))
const ours = createWebAssemblyKernel(kernelModule() as Uint8Array)
const other = createJavascriptKernel()
const each = Math.ceil(Number(rows) / Object.keys(assets).length)
const found = Object.entries(assets).map(([name, facts], n) => [
  name,
  firstDifference(ours, other, facts, n, each),
])
stdout.write(JSON.stringify(Object.fromEntries(found)))
