/** Set-up of the real-time lane, whose files begin together: none rehearses while others load their sources. */
import { setTimeout } from 'node:timers/promises'
import { beforeAll } from 'vitest'

const LOADING_MS = 4000

beforeAll(() => setTimeout(LOADING_MS))
