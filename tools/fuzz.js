/** `npm run fuzz -- --minutes 10 --seed 1 --target control`: attacks the simulator for that time, see tools/fuzz/. */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string' },
    target: { type: 'string' },
  },
})
const { status } = spawnSync('npx', ['vitest', 'run', 'test/fuzz.full.test.ts'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    GMX_SIM_FUZZ_MINUTES: values.minutes,
    ...(values.seed !== undefined && { GMX_SIM_FUZZ_SEED: values.seed }),
    ...(values.target !== undefined && { GMX_SIM_FUZZ_TARGET: values.target }),
  },
})
process.exitCode = status ?? 1
