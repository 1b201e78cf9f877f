/** Saved replies: a folder with the index `asked.json` and one file per body. */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { UserError } from '../kit/errors.js'
import { createFolder, fileReason, readWithin, writeAnew, writeAtomically } from '../kit/files.js'
import { VERSION } from '../kit/version.js'
import { type ComparedAnswer, SAMPLED_ENDPOINTS } from './observations.js'
import { MAX_REPLY_BYTES, MAX_TOTAL_BYTES, type SourceReply } from './source.js'

const answered = z.strictObject({
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  file: z.string().regex(/^[a-z0-9-]+\.(json|txt)$/),
  sentMs: z.number(),
  receivedMs: z.number(),
})
const MAX_SAMPLES = 1000
const savedSchema = z.strictObject({
  gmxSim: z.string(),
  base: z.string(),
  generation: z.literal([1, 2]).default(1),
  symbol: z.string(),
  questions: z.array(z.strictObject({ id: z.string(), path: z.string(), isBad: z.literal(true).optional() })),
  answers: z.record(z.string(), answered),
  samples: z.record(z.enum(SAMPLED_ENDPOINTS), z.array(answered).max(MAX_SAMPLES)),
})
const INDEX = 'asked.json'

/** Creates the folder; rejects if it cannot, or for one that has other contents. */
export async function requireSavable(folder: string): Promise<void> {
  const names = await createFolder(folder)
    .then(() => readdir(folder))
    .catch((error) => Promise.reject(notSavable(folder, error)))
  if (names.length === 0 || names.includes(INDEX)) return
  const hint = 'write a new or empty folder, or one made by --save'
  throw new UserError('the replies cannot be saved', `${folder} has other contents`, hint)
}

/** Removes the index first and writes it last: a folder without one is incomplete. */
export async function saveObserved(folder: string, observed: ComparedAnswer): Promise<void> {
  const kept = async ({ body, ...rest }: SourceReply, name: string) => {
    const file = `${name.replaceAll(' ', '-')}.json`
    await writeAnew(join(folder, file), body)
    return { ...rest, file }
  }
  try {
    await rm(join(folder, INDEX), { force: true })
    const answers: Record<string, unknown> = {}
    for (const [id, answer] of Object.entries(observed.answers)) answers[id] = await kept(answer, id)
    const samples: Record<string, unknown> = {}
    for (const id of SAMPLED_ENDPOINTS)
      samples[id] = await Promise.all(
        observed.samples[id].map((answer, index) => kept(answer, `${id}-${index + 1}`)),
      )
    const { base, generation, symbol, questions } = observed
    const index = { gmxSim: VERSION, base, generation, symbol, questions, answers, samples }
    await writeAtomically(join(folder, INDEX), `${JSON.stringify(index, null, 2)}\n`)
  } catch (error) {
    throw notSavable(folder, error as NodeJS.ErrnoException)
  }
}

function notSavable(folder: string, error: NodeJS.ErrnoException): UserError {
  const [reason] = fileReason(error)
  const hint = 'write a folder that can be created or is writable'
  return new UserError('the replies cannot be saved', `${folder}: ${reason}`, hint)
}

export async function readObserved(folder: string): Promise<ComparedAnswer> {
  const hint = 'write a folder made by --save, or a base address'
  const refuse = (seen: string) => new UserError(`${folder} is not a saved comparison`, seen, hint)
  let totalBytes = 0
  const textOf = async (file: string) => {
    const bytes = await readWithin(join(folder, file), MAX_REPLY_BYTES, (reason) =>
      refuse(`${file}: ${reason}`),
    )
    totalBytes += bytes.length
    if (totalBytes > MAX_TOTAL_BYTES) throw refuse(`its replies are larger than ${MAX_TOTAL_BYTES >> 20} MiB`)
    return bytes.toString('utf8')
  }
  const text = await textOf(INDEX)
  let index: z.output<typeof savedSchema>
  try {
    index = savedSchema.parse(JSON.parse(text))
  } catch (error) {
    const { issues: [issue] = [], message } = error as Partial<z.ZodError>
    throw refuse(`${INDEX}: ${issue === undefined ? message : `${issue.path.join('.')} ${issue.message}`}`)
  }
  const missing = index.questions.find(({ id }) => !Object.hasOwn(index.answers, id))
  if (missing !== undefined) throw refuse(`${INDEX}: no answer to ${missing.id}`)
  const read = async ({ file, ...rest }: z.output<typeof answered>): Promise<SourceReply> => {
    return { ...rest, body: await textOf(file) }
  }
  const { base, generation, symbol, questions } = index
  const answers: Record<string, SourceReply> = {}
  for (const [id, answer] of Object.entries(index.answers)) answers[id] = await read(answer)
  const samples = {
    tickers: [] as SourceReply[],
    'signed-prices': [] as SourceReply[],
    candles: [] as SourceReply[],
  }
  for (const id of SAMPLED_ENDPOINTS)
    for (const sample of index.samples[id]) samples[id].push(await read(sample))
  return { base, generation, symbol, questions, answers, samples }
}
