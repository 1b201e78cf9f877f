/** What the benchmark measures in process. `bundle.js` makes one file of it, as Node 20 runs no TypeScript. */
export { loadCatalogue } from '../src/catalogue/load.js'
export { createKeptBytes } from '../src/core/kept-bytes.js'
export { ENDPOINTS } from '../src/endpoints/index.js'
export { checkScenarioValue } from '../src/scenario/read/read.js'
export { createScenarioRun } from '../src/scenario/run.js'
export { answer } from '../src/session/answer.js'
export { createSessions } from '../src/session/sessions.js'
export { createWorlds, createWorldsBySeed } from '../src/world/worlds.js'
