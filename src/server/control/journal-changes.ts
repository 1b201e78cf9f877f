import { ControlError } from '../../kit/errors.js'
import * as z from '../../kit/zod.js'
import type { JournalCursor } from '../../session/journal/changes.js'
import type { Session } from '../../session/session.js'
import { entryReply } from './entry-reply.js'

export const USUAL_CHANGES = 1000

export const changesReply = z.strictObject({
  cursor: z.string().meta({ description: 'Cursor for the next call' }),
  entries: z.array(entryReply).meta({ description: 'Added and changed entries, oldest first' }),
  missed: z.int().meta({ description: 'Added entries that are left out, the oldest first' }),
  reset: z.boolean().meta({
    description: 'Whether the journal was cleared or restored since: earlier entries no longer exist',
  }),
})

/** Entries added or changed since a mark; the newest without one. */
export function journalChanges(
  { journal }: Session,
  since: JournalCursor | undefined,
  limit: number,
): z.output<typeof changesReply> & { readonly mark: JournalCursor } {
  const { mark, entries, missed, reset } = journal.changes(since, limit)
  const { epoch, revision, n } = mark
  return { mark, cursor: [epoch, revision, n].join('.'), entries: [...entries], missed, reset }
}

export function markOf(cursor: string): JournalCursor {
  const [, epoch, ...parts] = /^(.+)\.(\d{1,15})\.(\d{1,15})$/.exec(cursor) ?? []
  if (epoch === undefined)
    throw new ControlError('bad-query', 'invalid cursor', 'write the cursor of an earlier reply, or omit it')
  const [revision, n] = parts.map(Number)
  return { epoch, revision, n }
}
