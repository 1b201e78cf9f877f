import * as z from 'zod'
import { ControlError } from '../core/errors.js'
import type { JournalCursor } from '../journal/changes.js'
import type { Session } from '../session/session.js'
import { entryReply } from './entry-reply.js'

export const USUAL_CHANGES = 1000

export const changesReply = z
  .strictObject({
    cursor: z.string().meta({ description: 'Where to go on' }),
    entries: z.array(entryReply).meta({ description: 'Those that came or changed, oldest first' }),
    missed: z
      .int()
      .meta({ description: 'How many more came than are told: the oldest of them are left out' }),
    reset: z.boolean().meta({
      description:
        'Whether the journal was cleared or restored since: entries that were told before are no more',
    }),
  })
  .meta({ tsName: 'JournalChange' })

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
    throw new ControlError('bad-query', 'the cursor is none', 'write that of an earlier reply, or none')
  const [revision, n] = parts.map(Number)
  return { epoch, revision, n }
}
