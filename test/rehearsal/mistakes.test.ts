/** Usage errors of `gmx-sim rehearse`: exit code 2 and one sentence, before anything starts. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runMain } from '../support/in-process-cli.js'
import { SHORT } from '../support/rehearsing.js'
import { rowsOf } from '../support/rows.js'

const folder = mkdtempSync(join(tmpdir(), 'gmx-sim-mistakes-'))
const at = (name: string) => join(folder, name)
beforeAll(() => {
  writeFileSync(at('short.yaml'), SHORT)
  const none = { version: 1, gmxSim: '', seed: '', verdict: 'pass', score: 1, scenarios: [] }
  writeFileSync(at('none.json'), JSON.stringify(none))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Arguments after `rehearse`, with files of the folder in angle brackets, and the words of the message. */
const USAGE = `
  <short.yaml> | rehearse needs a program
  node client.js | rehearse needs a program
  dif earlier.json later.json | did you mean diff?
  <short.yaml> --attach -- x | rehearse takes one program
  <short.yaml> --observe price -- x | --observe needs the groups symbol and price
  <short.yaml> --observe ( -- x | --observe is not a regular expression
  <short.yaml> --report pdf -- x | write one of text, json, junit, markdown, github, html, har
  <short.yaml> --report json=/no/such/folder/x -- x | cannot be written: no such file
  <short.yaml> --fail-on everything -- x | write must, should, worse, or a minimum score
  <short.yaml> --fail-on worse -- x | --fail-on worse needs a baseline
  <short.yaml> --baseline /no/such/file -- x | --baseline cannot be read
  <short.yaml> --baseline package.json -- x | --baseline is not a report of
  <short.yaml> --baseline <none.json> -- x | --baseline has none of these scenarios
  <short.yaml> --warm-up 5 -- x | --warm-up cannot be read
  <short.yaml> --set PORT -- x | write NAME=VALUE
  <short.yaml> -- x {arbitrum.fallbak} | unknown placeholder: {arbitrum.fallbak}; did you mean {arbitrum.fallback}?
  <short.yaml> --set URL={arbitrim} -- x | unknown placeholder: {arbitrim}; did you mean {arbitrum}?
  <short.yaml> --attach --clients 3 | --clients has no effect on a client that you start yourself
  <short.yaml> --attach --set A=b | --set has no effect on a client that you start yourself
  <short.yaml> --attach --observe (?<symbol>.)(?<price>.) | --observe has no effect on a client that you start yourself
  <short.yaml> --attach --verbose | --verbose has no effect on a client that you start yourself
  <short.yaml> --attach --logs logs | --logs has no effect on a client that you start yourself
  <short.yaml> --attach --may-exit | --may-exit has no effect on a client that you start yourself
  <short.yaml> --logs <short.yaml> -- x | --logs cannot be used
  <short.yaml> --logs <short.yaml>/logs -- x | --logs cannot be used
  <short.yaml> --logs /proc/none/logs -- x | --logs cannot be used
  <short.yaml> --logs /proc -- x | --logs cannot be used
  flash-crash -- x | flash-crash cannot be rehearsed
  token-bucket -- x | token-bucket never ends
  diff | diff needs an earlier-report
  diff package.json | diff needs a later-report
  diff package.json package.json | the earlier report is not a report of version 1: package.json
  diff a b c | diff takes one earlier-report and one later-report
`

test.each(rowsOf(USAGE))('rehearse %s: %s', async (typed, words) => {
  const args = typed.split(' ').map((word) => word.replace(/^<([\w.]+)>/, (_all, name) => at(name)))
  const { code, stdout, stderr } = await runMain(['rehearse', ...args])
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(words)])
  expect(stderr.trim().split('\n')).toHaveLength(1)
})
