import { existsSync } from 'node:fs'

/** How tests start the browser that the system has: nothing of its own over the network, no graphics. */
export const CHROMIUM = {
  executablePath: process.env['GMX_SIM_TEST_CHROMIUM'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}

/** Whether there is one. Without it its tests are skipped; where GMX_SIM_TEST_REQUIRE_ALL is set that is an error instead. */
export function hasChromium(): boolean {
  if (existsSync(CHROMIUM.executablePath)) return true
  if (process.env['GMX_SIM_TEST_REQUIRE_ALL'])
    throw new Error(`there is no ${CHROMIUM.executablePath}: install chromium, or set GMX_SIM_TEST_CHROMIUM`)
  console.warn(`skipped: there is no ${CHROMIUM.executablePath} (apt-get install chromium installs it)`)
  return false
}
