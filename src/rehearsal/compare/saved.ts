/** Saved replies: a folder with the index `asked.json` and one file per body. */
import { access, constants, mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { UserError } from '../../kit/errors.js'
import { writeAnew, writeAtomically } from '../../kit/files/atomic-write.js'
import { readBounded } from '../../kit/files/text-file.js'
import * as z from '../../kit/zod.js'
import type { ComparedAnswer } from './observations.js'
import { SAMPLED_ENDPOINTS } from './requests.js'
import { MAX_REPLY_BYTES, MAX_TOTAL_BYTES, type SourceReply } from './source.js'

const answered = z.strictObject({
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  file: z.string().regex(/^[a-z0-9-]+\.(json|txt)$/),
  sentMs: z.number(),
  receivedMs: z.number(),
})
const MAX_SAMPLES = 1000
const sampled = z.array(answered).max(MAX_SAMPLES)
const savedSchema = z.strictObject({
  gmxSim: z.string(),
  base: z.string(),
  symbol: z.string(),
  questions: z.array(z.strictObject({ id: z.string(), path: z.string(), isBad: z.literal(true).optional() })),
  answers: z.record(z.string(), answered),
  samples: z.strictObject({ tickers: sampled, 'signed-prices': sampled, candles: sampled }),
})
const INDEX = 'asked.json'

/** Rejects for a folder that cannot be written, or that has other contents. */
export async function requireSavable(folder: string): Promise<void> {
  let names: string[]
  try {
    names = await namesIn(folder)
  } catch (error) {
    throw notSavable(folder, error)
  }
  if (names.length > 0 && !names.includes(INDEX))
    throw new UserError(
      'the replies cannot be saved',
      `${folder} has other contents`,
      'write a new or empty folder, or one made by --save',
    )
}

/** Lists a writable folder, or one that can be created. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder)
    await access(folder, constants.W_OK)
    return names
  } catch (error) {
    const parent = dirname(resolve(folder))
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === resolve(folder)) throw error
    await namesIn(parent)
    return []
  }
}

/** Removes the index first and writes it last: a folder without one is incomplete. */
export async function saveObserved(folder: string, observed: ComparedAnswer, version: string): Promise<void> {
  const kept = async (answer: SourceReply, name: string) => {
    const { body, ...rest } = answer
    const file = `${name.replaceAll(' ', '-')}.json`
    await writeAnew(join(folder, file), body)
    return { ...rest, file }
  }
  try {
    await mkdir(folder, { recursive: true })
    await rm(join(folder, INDEX), { force: true })
    const answers: Record<string, unknown> = {}
    for (const [id, answer] of Object.entries(observed.answers)) answers[id] = await kept(answer, id)
    const samples: Record<string, unknown> = {}
    for (const id of SAMPLED_ENDPOINTS)
      samples[id] = await Promise.all(
        observed.samples[id].map((answer, index) => kept(answer, `${id}-${index + 1}`)),
      )
    const { base, symbol, questions } = observed
    const index = { gmxSim: version, base, symbol, questions, answers, samples }
    await writeAtomically(join(folder, INDEX), `${JSON.stringify(index, null, 2)}\n`)
  } catch (error) {
    throw notSavable(folder, error)
  }
}

function notSavable(folder: string, error: unknown): UserError {
  return new UserError(
    'the replies cannot be saved',
    `${folder}: ${codeOf(error)}`,
    'write a folder that can be created or is writable',
  )
}

export async function readObserved(folder: string): Promise<ComparedAnswer> {
  const refuse = (seen: string) =>
    new UserError(
      `${folder} is not a saved comparison`,
      seen,
      'write a folder made by --save, or a base address',
    )
  let totalBytes = 0
  const textOf = async (file: string) => {
    const bytes = await readBounded(join(folder, file), MAX_REPLY_BYTES).catch((error) => {
      throw refuse(`${file}: ${codeOf(error)}`)
    })
    if (bytes.length > MAX_REPLY_BYTES) throw refuse(`${file} is larger than ${MAX_REPLY_BYTES >> 20} MiB`)
    totalBytes += bytes.length
    if (totalBytes > MAX_TOTAL_BYTES) throw refuse(`its replies are larger than ${MAX_TOTAL_BYTES >> 20} MiB`)
    return bytes.toString('utf8')
  }
  const text = await textOf(INDEX)
  let index: z.output<typeof savedSchema>
  try {
    index = savedSchema.parse(JSON.parse(text))
  } catch (error) {
    const [issue] = (error as Partial<z.ZodError>).issues ?? []
    throw refuse(
      `${INDEX}: ${issue === undefined ? (error as Error).message : `${issue.path.join('.')} ${issue.message}`}`,
    )
  }
  const missing = index.questions.find(({ id }) => !Object.hasOwn(index.answers, id))
  if (missing !== undefined) throw refuse(`${INDEX}: no answer to ${missing.id}`)
  const read = async (list: readonly z.output<typeof answered>[]) => {
    const all: SourceReply[] = []
    for (const { file, ...rest } of list) all.push({ ...rest, body: await textOf(file) })
    return all
  }
  const { base, symbol, questions } = index
  const bodies = await read(Object.values(index.answers))
  const answers = Object.fromEntries(Object.keys(index.answers).map((id, at) => [id, bodies[at]]))
  const samples = {
    tickers: await read(index.samples.tickers),
    'signed-prices': await read(index.samples['signed-prices']),
    candles: await read(index.samples.candles),
  }
  return { base, symbol, questions, answers, samples }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error)
}
