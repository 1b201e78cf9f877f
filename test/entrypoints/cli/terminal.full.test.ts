/** Output on a terminal, which `script` of util-linux provides; skipped without it. */
import { spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { builtCli, ROOT } from '../../support/cli.js'
import { newFolder } from '../../support/folder.js'
import { wish } from '../../support/needs.js'
import { PROGRAM_MS } from '../../support/patience.js'

const lent = String(spawnSync('script', ['--version']).stdout).includes('util-linux')

/**
 * Runs a command line in a terminal, typing Ctrl+C as soon as `until` stands on it. The shell that `script` starts
 * gives way to the command (`exec`): one that stays, as dash does, takes the Ctrl+C too and ends with a code of its own.
 */
function inTerminal(args: string, until?: string): Promise<{ code: number | null; screen: string }> {
  const child = spawn('script', ['-qec', `exec ${process.execPath} ${builtCli()} ${args}`, '/dev/null'], {
    cwd: ROOT,
    timeout: PROGRAM_MS,
  })
  let screen = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const before = screen
    screen += text
    if (until !== undefined && screen.includes(until) && !before.includes(until)) child.stdin.write('\x03')
  })
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, screen })))
}

describe.runIf(wish(lent, 'script, which lends a terminal, is not installed', 'apt-get install bsdutils'))(
  'on a terminal',
  () => {
    test('serve shows a banner with every base address and its scenario, and Ctrl+C ends it with 0', async () => {
      const { code, screen } = await inTerminal(
        'serve --port 0 --clock frozen --seed 42 --watch --scenario scenarios/primary-outage.yaml',
        'Ctrl+C stops the server',
      )
      expect(code).toBe(0)
      expect(screen).toContain('seed "42"  clock frozen, now 2026-01-01T00:00:00.000Z')
      expect(screen).toContain('All prices are synthetic.')
      expect(screen).toContain(
        'Scenario scenarios/primary-outage.yaml, reloaded on change. Explain it: npx --no -- gmx-sim explain scenarios/primary-outage.yaml',
      )
      expect(screen).not.toContain('"event"')
      for (const network of ['arbitrum', 'avalanche', 'botanix'])
        for (const base of ['', '-fallback', '-fallback-2', '-api', '-api-fallback'])
          expect(screen).toMatch(new RegExp(`http://127\\.0\\.0\\.1:\\d+/${network}${base}\\s`))
    })

    test('serve --quiet prints the ready line instead', async () => {
      const { code, screen } = await inTerminal('serve --port 0 --quiet', '"event":"ready"')
      expect(code).toBe(0)
      expect(screen).not.toContain('Ctrl+C')
    })

    describe('rehearse', () => {
      const folder = newFolder()
      writeFileSync(
        join(folder, 'short.yaml'),
        'name: short\nrules: [{ match: { base: primary }, when: { until: 2s }, fault: { close: true } }]\n',
      )
      writeFileSync(
        join(folder, 'client.js'),
        `const [, , ...bases] = process.argv
const ask = (base) => fetch(base + '/prices/tickers').then((reply) => reply.text(), () => '')
setInterval(async () => (await ask(bases[0])) || (await ask(bases[1])), 100)`,
      )
      const rehearse = (coolDown: string, until?: string) =>
        inTerminal(
          `rehearse ${folder}/short.yaml --warm-up 1s --cool-down ${coolDown} --fail-on 0 --allow-unexercised --allow-unproven -- ${process.execPath} ${folder}/client.js {arbitrum} {arbitrum.fallback}`,
          until,
        )

      test('shows each phase and the remaining time, and prints the card', async () => {
        const { code, screen } = await rehearse('1s')
        expect(code).toBe(0)
        for (const said of ['warm-up, 1 s', 'incident, 2 s', 'recovery, 1 s', '0 of 1 done, about '])
          expect(screen).toContain(said)
        expect(screen).toContain('arbitrum primary: first ')
        // The card, in colour.
        for (const said of ['fails-back', '\u001b[0m']) expect(screen).toContain(said)
      })
    })

    test('get ends with a new line', async () => {
      const { code, screen } = await inTerminal('get botanix/ping')
      expect({ code, screen }).toEqual({ code: 0, screen: '{"ok":true}\r\n' })
    })
  },
)
