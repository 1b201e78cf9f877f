/**
 * A new user's first minute: an empty directory, the package from its tarball and all else from the registry, their first
 * test. It takes a while and a network, so it runs only where everything that can be tested must be.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { ROOT, run } from '../support/cli.js'
import { newFolder } from '../support/folder.js'
import { needsAll } from '../support/needs.js'
import { PATIENT_VITEST } from '../support/patience.js'
import { until } from '../support/until.js'

const MAX_BYTES = 25_000_000

describe.runIf(needsAll('an install from the registry'))('the first minute of a new user', () => {
  let home: string
  const npm = (...args: readonly string[]) =>
    run('npm', [...args, '--no-audit', '--no-fund', '--loglevel', 'error'], {}, home)

  beforeAll(async () => {
    home = newFolder()
    await npm('init', '--yes')
    const { code, stderr } = await npm('install', inject('packed').tarball)
    expect(code, stderr).toBe(0)
  })

  test('the installation is small, and runs no script', () => {
    const files = readdirSync(join(home, 'node_modules'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
    const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0)
    const packages = files.filter((file) => /node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(file))
    console.log(`installed: ${packages.length} packages, ${(bytes / 1e6).toFixed(1)} MB`)
    expect(bytes).toBeLessThan(MAX_BYTES)
    expect(existsSync(join(home, 'node_modules/vitest'))).toBe(false)
    expect(readFileSync(join(home, 'package-lock.json'), 'utf8')).not.toContain('hasInstallScript')
  })

  test('its command runs', async () => {
    const ping = await run('npx', ['--no', '--', 'gmx-sim', 'get', 'arbitrum/ping'], {}, home)
    expect(ping.stdout).toBe('{"ok":true}')
  })

  test('gmx-sim mcp says what to install', async () => {
    const mcp = await run('npx', ['--no', '--', 'gmx-sim', 'mcp'], {}, home)
    expect([mcp.code, mcp.stdout]).toEqual([2, ''])
    expect(mcp.stderr).toContain('run npm install @modelcontextprotocol/server\n')
  })

  test('npx that is ended by SIGTERM ends the server, and the port is free again', async () => {
    const npx = spawn(
      'npx',
      ['--no', '--', 'gmx-sim', 'serve', '--port', '0', '--scenario', 'primary-down'],
      { cwd: home },
    )
    const ended = once(npx, 'exit')
    const [line] = await once(createInterface(npx.stdout), 'line')
    const { url } = JSON.parse(line)
    expect((await fetch(`${url}/arbitrum/ping`)).status).toBe(200)
    npx.kill('SIGTERM')
    await ended
    await until(() => expect(fetch(`${url}/arbitrum/ping`)).rejects.toThrow())
  })

  test('their first test passes', async () => {
    const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    const { code, stderr } = await npm('install', '--save-dev', `vitest@${devDependencies.vitest}`)
    expect(code, stderr).toBe(0)
    for (const name of ['prices.test.js', 'vitest.config.js', 'scenario.yaml', 'catalogue.yaml'])
      copyFileSync(join(ROOT, 'examples/first-test', name), join(home, name))
    const ended = await run('npx', ['vitest', 'run', ...PATIENT_VITEST], {}, home)
    expect(ended.code, ended.stdout + ended.stderr).toBe(0)
    expect(ended.stdout).toContain('1 passed')
  })
})
