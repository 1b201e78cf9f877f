import { existsSync } from 'node:fs'
import { need } from './needs.js'

/** Launch options of a browser: no network access of its own, no graphics. The headless shell needs half the CPU time of the whole browser. */
export const CHROMIUM = {
  executablePath: process.env['GMX_SIM_TEST_CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
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

export const hasChromium = (): boolean =>
  need(
    existsSync(CHROMIUM.executablePath),
    `${CHROMIUM.executablePath} does not exist`,
    'apt-get install chromium-headless-shell, or set GMX_SIM_TEST_CHROMIUM',
  )
