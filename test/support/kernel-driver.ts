/** Compares the embedded kernel with itself as JavaScript; prints the first difference by asset, `{}` if none. */
import { argv, stdout } from 'node:process'
import { loadCatalogue } from '../../src/catalogue/catalogue.js'
import { kernelFacts } from '../../src/price/asset-model.js'
import { kernelModule } from '../../src/price/kernel-module.js'
import { createJavascriptKernel, createWebAssemblyKernel } from '../../src/price/load-kernel.js'
import { firstDifference } from './kernel-identity.js'

const rows = Number(argv[2])
const ours = createWebAssemblyKernel(kernelModule() as Uint8Array)
const other = createJavascriptKernel()
const assets = [...loadCatalogue().assets.values()]
const found = assets.map((asset, n) => [
  asset.name,
  firstDifference(ours, other, kernelFacts('nodes', asset), n, Math.ceil(rows / assets.length)),
])
stdout.write(JSON.stringify(Object.fromEntries(found)))
