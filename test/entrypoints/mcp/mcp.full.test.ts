/** gmx-sim mcp of the built command line, used by the official client over stdio. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Progress } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CALL_TOOLS, callNamed } from '../../../src/entrypoints/mcp/call-tools.js'
import type { Report } from '../../../src/rehearsal/report.js'
import { summaryOf } from '../../../src/rehearsal/summary.js'
import { isShown } from '../../../tools/generate/doc-blocks.js'
import { serveCli } from '../../support/cli.js'
import { controlOf } from '../../support/control.js'
import { parsed } from '../../support/documents.js'
import { newFolder } from '../../support/folder.js'
import { type Agent, startAgent } from './support.js'

const folder = newFolder()
let agent: Agent
let url: string
beforeAll(async () => {
  agent = await startAgent(['--clock', 'frozen'], folder)
  url = (await agent.call('describe')).url
})
beforeEach(async () => {
  await controlOf(url).post('/reset')
})
afterAll(() => agent.client.close())

const THROTTLE = `
rules:
  - id: throttle
    match: { base: primary }
    when: { until: 60s }
    fault: { status: 429, retryAfter: 2s }
`

// In real time: nothing here depends on which verdict a slow machine leads to.
test('rehearse this command and tell the worst finding', async () => {
  writeFileSync(join(folder, 'throttle.yaml'), THROTTLE.replace('60s', '3s'))
  const client = 'setInterval(() => fetch(process.argv[1] + "/ping").catch(() => {}), 100)'
  const progress: Progress[] = []
  const { verdict, findings, report } = await agent.call(
    'rehearse',
    {
      scenario: ['throttle.yaml'],
      'warm-up': '1s',
      'cool-down': '1s',
      program: [process.execPath, '-e', client, '{arbitrum}'],
    },
    { onprogress: (each) => progress.push(each) },
  )
  const messages = progress.map(({ message = '' }) => message.replace(/^\+[\d.]+ s /, ''))
  // A line is repeated while nothing new happens.
  expect([...new Set(messages)].filter((message) => message !== 'gmx-sim rehearse starts')).toEqual([
    'warm-up, 1 s',
    'incident, 3 s',
    'recovery, 1 s',
    expect.stringMatching(new RegExp(`^${verdict}`)),
  ])
  const times = progress.map(({ progress }) => progress)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  const saved = JSON.parse(readFileSync(report, 'utf8')) as Report
  expect(saved).toMatchObject({ version: 1, verdict })
  const worst = summaryOf(saved).changes.map(({ sentence, worst: { check } }) => [
    sentence,
    check.id,
    check.because,
  ])
  expect(findings.length).toBeGreaterThan(0)
  expect(
    findings
      .slice(0, worst.length)
      .map(({ change, check, because }: Record<string, string>) => [change, check, because]),
  ).toEqual(worst.slice(0, findings.length))
  const same = { 'earlier-report': report, 'later-report': report }
  expect((await agent.call('diff_reports', same)).comparison).toContain('throttle')
})

test('tools that are calls have the description and the fields of their declarations', async () => {
  const { tools } = await agent.client.listTools()
  expect(tools.length).toBeLessThanOrEqual(15)
  for (const [name, { call, about }] of Object.entries(CALL_TOOLS)) {
    const tool = tools.find((tool) => tool.name === name)
    const declared = callNamed(call)
    expect(tool?.description).toContain(about ?? declared.about)
    expect(tool?.annotations?.readOnlyHint).toBe(declared.changes !== true)
  }
  for (const { name, outputSchema } of tools) expect(outputSchema, name).toMatchObject({ type: 'object' })
  const openWorld = tools.filter(({ annotations }) => annotations?.openWorldHint !== false)
  expect(openWorld.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
    ['rehearse', false],
  ])
})

const REFUSED = [
  ['why', {}, 'why needs n: none given; add it'],
  ['why', { n: 7 }, 'the journal has no request 7; it may have been evicted'],
  ['describe', { n: 7 }, 'describe has no such argument: n; write none'],
  [
    'load_scenario',
    { text: 'rules:\n  - fault: { staus: 503 }\n' },
    '2:14 unknown key "staus": did you mean status?; fix',
  ],
  ['explain_scenario', { file: 'primary-dow' }, 'primary-dow: no such file; write primary-down'],
  ['advance_clock', { by: '5' }, 'write'],
  ['ask', { address: 'arbitrum/ping', base: 'x' }, 'ask has no such argument: base; write one of address'],
] as const

test('mistakes are refused in one sentence', async () => {
  for (const [name, args, sentence] of REFUSED)
    await expect(agent.call(name, args), name).rejects.toThrow(sentence)
})

test('a request that gets no reply is an error of the tool', async () => {
  await agent.call('load_scenario', { text: 'rules: [{ fault: { close: true } }]' })
  await expect(agent.call('ask', { address: 'arbitrum/ping' })).rejects.toThrow('no reply from')
  expect((await agent.call('journal', { rule: 'rule-1' })).entries).toHaveLength(1)
})

test('docs pages, library scenarios and prompts', async () => {
  const { resources } = await agent.client.listResources()
  const uris = resources.map(({ uri }) => uri)
  expect(uris).toContain('gmx-sim://scenarios/primary-down')
  const { contents } = await agent.client.readResource({ uri: 'gmx-sim://docs/agents' })
  expect(contents).toMatchObject([{ mimeType: 'text/markdown', text: expect.stringMatching(/^# /) }])
  await expect(agent.client.readResource({ uri: 'gmx-sim://docs/../package' })).rejects.toThrow('not found')
  const { prompts } = await agent.client.listPrompts()
  expect(prompts.map(({ name }) => name)).toEqual(['survive-dead-primary', 'scenario-from-incident'])
  const { tools } = await agent.client.listTools()
  const named = [...tools.map(({ name }) => name), ...uris]
  for (const { name, arguments: [argument] = [] } of prompts) {
    const { messages } = await agent.client.getPrompt({ name, arguments: { [argument.name]: 'THIS' } })
    const text = JSON.stringify(messages)
    expect(text).toContain('THIS')
    for (const [word] of text.matchAll(/gmx-sim:\/\/\w+\/\w+|\b[a-z]+_[a-z]+\b/g))
      expect(named).toContain(word)
  }
})

test('--attach uses a running simulator, or says that none is there', async () => {
  const served = await serveCli([])
  const attached = await startAgent(['--attach', `${served.ready.url}/`])
  await attached.call('load_scenario', { text: '{"use": "primary-down"}' })
  expect(await (await fetch(`${served.ready.url}/__sim/v1/scenario`)).json()).toMatchObject({
    scenario: { name: 'primary-down' },
  })
  await served.stop()
  await expect(attached.call('describe')).rejects.toThrow(`no reply from ${served.ready.url}`)
  await attached.client.close()
})

test('docs/agents.md: its transcript is what the tools reply', async () => {
  const block = parsed.flatMap(({ blocks }) => blocks).find(({ savedAs }) => savedAs === 'transcript.txt')
  const turns = [...(block?.text ?? '').matchAll(/^> (\w+) (.*)\n< (.*)$/gm)]
  expect(turns).toHaveLength(6)
  for (const [, name, args, reply] of turns) {
    const printed = JSON.stringify(await agent.call(name, JSON.parse(args)))
    expect(isShown({ language: 'json', text: reply }, printed), `${name}: ${printed}`).toBe(true)
  }
})
