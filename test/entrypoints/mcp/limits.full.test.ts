/** Limits of an agent with gmx-sim mcp: it cannot silence the server, nor leave a rehearsal behind. */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { builtCli } from '../../support/cli.js'
import { newFolder } from '../../support/folder.js'
import { childrenOf, isRunning } from '../../support/processes.js'
import { until } from '../../support/until.js'
import { startAgent } from './support.js'

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
    write: (message: string | object) =>
      void child.stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`),
    reply: async () => JSON.parse((await replies.next()).value),
  }
}

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}

test('a message that is too large gets an error with its id, and the next one its reply', async () => {
  const { write, reply } = startRaw()
  write(INITIALIZE)
  expect(await reply()).toMatchObject({ id: 1, result: { serverInfo: { name: 'gmx-sim' } } })
  const text = 'y'.repeat((10 << 20) + 1)
  const params = `"params":{"name":"check_scenario","arguments":{"id":8,"text":"${text}"}}`
  const error = { code: -32600, message: 'the message is larger than 10 MiB: send less' }
  for (const [line, id] of [
    [`{"jsonrpc":"2.0","id":"a","method":"tools/call",${params}}`, 'a'],
    [`{"method":"tools/call","id":2,${params},"jsonrpc":"2.0"}`, 2],
    [`{ "method": "tools/call", ${params}, "id": 4, "jsonrpc": "2.0" }`, 4],
    [`{"method":"tools/call",${params},"jsonrpc":"2.0"}`, undefined],
    [`{"method":"tools/call",${params},"id":"a\tb"}`, undefined],
  ] as const) {
    write(line)
    expect(await reply()).toEqual({ jsonrpc: '2.0', error, ...(id !== undefined && { id }) })
  }
  write({ jsonrpc: '2.0', id: 5, method: 'ping' })
  expect(await reply()).toEqual({ jsonrpc: '2.0', id: 5, result: {} })
})

test('neither a path outside the working folder nor a word with hyphens reaches a command', async () => {
  const folder = newFolder()
  const agent = await startAgent([], folder)
  onTestFinished(() => agent.client.close())
  const victim = join(newFolder(), 'victim.json')
  const program = [process.execPath, '-e', '']
  const callsWith = (word: string) =>
    [
      ['explain_scenario', { file: word }],
      ['rehearse', { scenario: ['primary-down', word], program }],
      ['rehearse', { scenario: ['primary-down'], baseline: word, program }],
      ['diff_reports', { 'earlier-report': word, 'later-report': word }],
    ] as const
  for (const [name, args] of callsWith('../x'))
    await expect(agent.call(name, args), name).rejects.toThrow(
      `"../x" is outside the working folder: write a path below ${folder}`,
    )
  const word = `--report=json=${victim}`
  for (const [name, args] of callsWith(word))
    await expect(agent.call(name, args), name).rejects.toThrow(/no such (scenario )?file|cannot be read/)
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
  write({ jsonrpc: '2.0', method: 'notifications/initialized' })
  const script = "require('fs').writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1000)"
  const args = { scenario: ['primary-down'], 'warm-up': '10m', program: [process.execPath, '-e', script] }
  write({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'rehearse', arguments: args } })
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
