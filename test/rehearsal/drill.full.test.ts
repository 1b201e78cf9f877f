/** The whole drill, in process: minutes of virtual time. */
import { expect, test } from 'vitest'
import { matchers, type RehearsedClient } from '../../src/entrypoints/index.js'
import { CHECKS } from '../../src/grading/checks/index.js'
import { DRILL } from '../../src/rehearsal/drill.js'
import { isShown } from '../../tools/generate/doc-blocks.js'
import { parsed } from '../support/documents.js'
import { rehearse } from '../support/timelines.js'
import { inProcess } from './clients/in-process.js'

const [saved, ran] = parsed[0].blocks.filter(({ text }) => /toPassRehearsal|drill\.test/.test(text))
const [clientText] = /^async function client[\s\S]*?^}$/m.exec(saved.text) ?? []

test('the whole drill: each check is exercised by somebody, and the card of the README is that of its client', async () => {
  const client = new Function(`return ${clientText}`)() as (client: RehearsedClient) => Promise<void>
  const shown = await rehearse({ client })
  const reports = [await rehearse({ client: inProcess('exemplary') }), shown]
  const names = DRILL.flatMap(({ name }) => (/^(api|stream)-/.test(name) ? [] : [name]))
  expect(reports[0].scenarios.map(({ name }) => name)).toEqual(names)
  const exercised = reports
    .flatMap(({ scenarios }) => scenarios.flatMap(({ checks }) => checks))
    .filter(({ verdict }) => ['pass', 'warn', 'fail'].includes(verdict))
  // Certificates are presented to intercepted programs only; these clients open no stream.
  const others = ['verifies-certificates', 'notices-silence', 'resubscribes']
  const ids = new Set([...exercised.map(({ id }) => id), ...others])
  expect(ids).toEqual(new Set(CHECKS.map(({ id }) => id)))

  const card = matchers.toPassRehearsal(shown).message()
  // Wrapped at another width.
  const inOneLine = (output: string) => output.replaceAll(/\s+/g, ' ')
  const wanted = { language: 'text', text: inOneLine(ran.shown?.text ?? '') }
  if (!isShown(wanted, inOneLine(card))) expect(card).toBe(ran.shown?.text)
})
