/** Environment of the programs that the command line starts. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCli } from '../../support/cli.js'
import { shortRehearsals } from '../../support/rehearsing.js'

const { at, node } = shortRehearsals()

const TOKEN = 'a-control-token'
const SECRETS = { GMX_SIM_CONTROL_TOKEN: TOKEN, GMX_SIM_SIGNER_KEY: `0x${'1'.repeat(64)}` }
const STORE = { GMX_SIM_STORE: 'redis://:a-password@127.0.0.1:1' }
const PROXY = { HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: 'intern.example', no_proxy: '' }

/** Writes its environment to the file. */
const writing = (file: string) =>
  node(`require('fs').writeFileSync(${JSON.stringify(file)}, JSON.stringify(process.env))`)

test.each([
  ['run', [], SECRETS],
  ['rehearse', ['short.yaml', '--warm-up', '1s', '--cool-down', '1s'], { ...SECRETS, ...STORE, ...PROXY }],
  [
    'rehearse',
    ['short.yaml', '--warm-up', '1s', '--cool-down', '1s', '--intercept'],
    { ...SECRETS, ...STORE },
  ],
])('%s %j passes no secret on', async (command, args, env) => {
  const file = at('environment.json')
  writeFileSync(file, '{}')
  const words: string[] = args.map((arg) => (arg.endsWith('.yaml') ? at(arg) : arg))
  const { stderr } = await runCli([command, ...words, ...writing(file)], env)
  const isAsLive = command === 'run' || words.includes('--intercept')
  expect(stderr.includes('in the observed dialect')).toBe(isAsLive)
  const seen = JSON.parse(readFileSync(file, 'utf8'))
  expect(seen['GMX_SIM_URL']).toMatch(/^http:/)
  for (const [name, secret] of Object.entries({ ...SECRETS, ...STORE })) {
    expect(seen).not.toHaveProperty(name)
    expect(JSON.stringify(seen)).not.toContain(secret)
  }
  const hosts = `${'HTTP_PROXY' in env ? 'intern.example,' : ''}localhost,127.0.0.1,::1`
  expect(seen).toMatchObject({ NO_PROXY: hosts, no_proxy: hosts })
})

test('a program under run reaches the live hosts, and not the control API, if that has a token', async () => {
  const client = join(at(''), 'client.mjs')
  const live = 'http://arbitrum-api.gmxinfra.io/ping'
  writeFileSync(
    client,
    `import http from 'node:http'
    const statusOf = (url) => new Promise((resolve) => http.get(url, (reply) => resolve(reply.resume().statusCode)))
    console.log(await statusOf('${live}'), await statusOf(process.env.GMX_SIM_URL + '/__sim/v1/scenario'))`,
  )
  const { stdout } = await runCli(['run', '--', process.execPath, client], SECRETS)
  expect(stdout).toBe('200 401\n')
})
