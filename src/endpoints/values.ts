/** Schemas of the values that several endpoints write. */
import * as z from 'zod'

export const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
export const bytes = z.string().regex(/^0x([0-9a-f]{2})+$/)
export const digits = z.string().regex(/^[0-9]+$/)
export const signedDigits = z.string().regex(/^-?[0-9]+$/)
export const seconds = z.number().int()
export const milliseconds = z.number().int()
