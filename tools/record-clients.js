/**
 * Records the reference clients that are programs: `npm run record:clients` for all, `node tools/record-clients.js go` for those whose
 * names contain `go`. Needs Go, a JDK, Ruby, and Python with requests, urllib3, httpx and tenacity; takes five minutes.
 */
import { fileURLToPath } from 'node:url'
import { importBundled } from './import-bundled.js'

/** @type {typeof import('../test/rehearsal/record-programs.js')} */
const { recordPrograms } = await importBundled('test/rehearsal/record-programs.ts')
await recordPrograms(fileURLToPath(new URL('..', import.meta.url)), process.argv[2] ?? '')
