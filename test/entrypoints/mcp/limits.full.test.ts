/** What an agent cannot do with gmx-sim mcp: silence it, leave the working folder, leave a rehearsal behind. */
import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { builtCli } from '../../support/cli.js'
import { childrenOf, isRunning } from '../../support/processes.js'
import { until } from '../../support/until.js'
import { startAgent } from './support.js'

const newFolder = () => mkdtempSync(join(tmpdir(), 'gmx-sim-agent-'))

/** A server without a client of the SDK: lines are written and read as they are. */
function startRaw(folder = newFolder()) {
  const child = spawn(process.execPath, [builtCli(), 'mcp'], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const replies = createInterface(child.stdout)[Symbol.asyncIterator]()
  return {
    child,
    write: (line: string) => void child.stdin.write(`${line}\n`),
    reply: async () => JSON.parse((await replies.next()).value),
  }
}

const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
})

test('a message that is too large gets an error with its id, and the next one its reply', async () => {
  const { write, reply } = startRaw()
  write(INITIALIZE)
  expect(await reply()).toMatchObject({ id: 1, result: { serverInfo: { name: 'gmx-sim' } } })
  const params = `"params":{"name":"check_scenario","arguments":{"id":8,"text":"${'y'.repeat(11e6)}"}}`
  const error = { code: -32600, message: 'the message is larger than 10 MiB: send less' }
  for (const [line, id] of [
    [`{"jsonrpc":"2.0","id":"a","method":"tools/call",${params}}`, 'a'],
    [`{"method":"tools/call","id":2,${params},"jsonrpc":"2.0"}`, 2],
    [`{"method":"tools/call",${params},"jsonrpc":"2.0","id":3}`, 3],
    [`{ "method": "tools/call", ${params}, "id": 4, "jsonrpc": "2.0" }`, 4],
    [`{"method":"tools/call",${params},"jsonrpc":"2.0"}`, undefined],
    [`{"id":007,"method":"tools/call",${params}}`, undefined],
    [`{"method":"tools/call",${params},"id":"a\tb"}`, undefined],
    [`{"method":"tools/call","params":{"text":"${'y'.repeat(11e6)}","id":8}}`, undefined],
  ] as const) {
    write(line)
    expect(await reply()).toEqual({ jsonrpc: '2.0', error, ...(id !== undefined && { id }) })
  }
  write('{"jsonrpc":"2.0","id":5,"method":"ping"}')
  expect(await reply()).toEqual({ jsonrpc: '2.0', id: 5, result: {} })
})

test('files outside the working folder are neither read nor written', async () => {
  const outside = newFolder()
  const folder = newFolder()
  const secret = join(outside, 'secret')
  writeFileSync(secret, 'S3CRET: S3CRET, S3CRET\nS3CRET')
  symlinkSync(secret, join(folder, 'link.yaml'))
  symlinkSync(outside, join(folder, 'folder'))
  mkdirSync(join(folder, 'below'))
  const naming = (candles: string) => `prices: { ETH: { candles: ${JSON.stringify(candles)} } }`
  writeFileSync(join(folder, 'below', 'absolute.yaml'), naming(secret))
  writeFileSync(
    join(folder, 'below', 'relative.yaml'),
    naming(`../../${secret.split('/').slice(-2).join('/')}`),
  )
  writeFileSync(join(folder, 'below', 'linked.yaml'), naming('../link.yaml'))
  const agent = await startAgent([], folder)
  onTestFinished(() => agent.client.close())
  const program = [process.execPath, '-e', '']
  const paths = ['/etc/passwd', secret, '../x', 'link.yaml', 'folder/secret', `below/../../${secret}`]
  const scenarios = [...paths, ...['absolute', 'relative', 'linked'].map((name) => `below/${name}.yaml`)]
  const calls = [
    ...scenarios.map((file) => ['explain_scenario', { file }] as const),
    ...[...scenarios, `rules: []\n${naming(secret)}`, naming('link.yaml')].map(
      (source) => ['rehearse', { scenario: ['primary-down', source], program }] as const,
    ),
    ...paths.map((file) => ['diff_reports', { 'earlier-report': file, 'later-report': file }] as const),
    ['rehearse', { scenario: ['primary-down'], baseline: secret, program }] as const,
  ]
  for (const [name, args] of calls) {
    const message = await agent.call(name, args).then(String, ({ message }: Error) => message)
    expect(message, JSON.stringify(args)).toContain(
      `is outside the working folder: write a path below ${folder}`,
    )
    expect(message).not.toContain('S3CRET')
  }
})

test('a word that begins with hyphens is no option', async () => {
  const folder = newFolder()
  const agent = await startAgent([], folder)
  onTestFinished(() => agent.client.close())
  const victim = join(newFolder(), 'victim.json')
  const program = [process.execPath, '-e', '']
  const words = ['--help', '--', '--list', `--report=json=${victim}`, '--attach', '-v']
  for (const word of words) {
    await expect(agent.call('explain_scenario', { file: word })).rejects.toThrow(`./${word}: no such file`)
    await expect(agent.call('rehearse', { scenario: [word], program })).rejects.toThrow(
      `no such scenario file: "./${word}"`,
    )
    const reports = { 'earlier-report': word, 'later-report': word }
    await expect(agent.call('diff_reports', reports)).rejects.toThrow('the earlier report cannot be read')
  }
  await expect(
    agent.call('rehearse', { scenario: ['primary-down'], seed: '--list', 'cool-down': '--list', program }),
  ).rejects.toThrow('--cool-down cannot be read: "--list"')
  expect([existsSync(victim), readdirSync(folder)]).toEqual([false, []])
  writeFileSync(join(folder, '--odd.yaml'), 'name: odd\nrules: []')
  expect(await agent.call('explain_scenario', { file: '--odd.yaml' })).toMatchObject({ name: 'odd' })
})

test('a server that is killed takes its rehearsal and the program with it', async () => {
  const folder = newFolder()
  const { child, write, reply } = startRaw(folder)
  write(INITIALIZE)
  await reply()
  write('{"jsonrpc":"2.0","method":"notifications/initialized"}')
  const script = "require('fs').writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1000)"
  const args = { scenario: ['primary-down'], 'warm-up': '10m', program: [process.execPath, '-e', script] }
  write(
    JSON.stringify({
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'rehearse', arguments: args },
    }),
  )
  const program = await until(() => {
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'))
    expect(pid).toBeGreaterThan(0)
    return pid
  })
  const [rehearsal] = childrenOf(child.pid as number)
  expect([rehearsal, program].map(isRunning)).toEqual([true, true])
  child.kill('SIGKILL')
  await until(() => expect([rehearsal, program].map(isRunning)).toEqual([false, false]))
})
