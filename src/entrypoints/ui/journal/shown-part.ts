import { signal } from '@preact/signals'

/** The part of the journal panel that is shown. */
export const shownJournalPart = signal<'requests' | 'clients'>('requests')
