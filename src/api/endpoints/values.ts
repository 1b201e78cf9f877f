/**
 * Schemas of values in replies. Each has a `role`, by which faults edit replies (`layout.ts`), never by field names.
 *
 * | role | meaning |
 * |---|---|
 * | value | price, amount or rate; `bound` marks the lower and upper one of a pair |
 * | time | instant of the data, in `unit` |
 * | name, key | token or market of a row: symbol or name, address |
 * | signature | proof of a price on chain |
 * | series | list in order of time |
 */
import * as z from 'zod'

export const ROLES = ['value', 'time', 'name', 'key', 'signature', 'series'] as const

const ADDRESS = /^0x[0-9a-fA-F]{40}$/
export const address = z.string().regex(ADDRESS)
export const keyAddress = address.meta({ role: 'key' })
export const name = z.string().meta({ role: 'name' })
export const bytes = z.string().regex(/^0x([0-9a-f]{2})+$/)
export const signatureBytes = bytes.meta({ role: 'signature' })

export const plainDigits = z.string().regex(/^[0-9]+$/)
export const digits = plainDigits.meta({ role: 'value' })
export const signedDigits = z
  .string()
  .regex(/^-?[0-9]+$/)
  .meta({ role: 'value' })
const priceMeta = { role: 'value', description: 'Digits: USD x 10^(30 - tokenDecimals - oracleDecimals)' }
export const price = plainDigits.meta(priceMeta)
export const minPrice = plainDigits.meta({ ...priceMeta, bound: 'min' })
export const maxPrice = plainDigits.meta({ ...priceMeta, bound: 'max' })
/** A value, as all amounts follow from it. */
export const decimals = z.number().int().meta({ role: 'value' })

export const seconds = z.number().int().meta({ role: 'time', unit: 's', description: 'Unix seconds' })
export const fractionalSeconds = z
  .number()
  .meta({ role: 'time', unit: 's', description: 'Unix seconds, with a fraction' })
export const milliseconds = z
  .number()
  .int()
  .meta({ role: 'time', unit: 'ms', description: 'Unix milliseconds' })
export const isoTime = z.iso.datetime({ precision: 3 }).meta({ role: 'time', unit: 'text' })

export const usdValue = z.number().meta({ role: 'value', description: 'USD' })
export const lowUsd = usdValue.meta({ bound: 'min' })
export const highUsd = usdValue.meta({ bound: 'max' })
export const part = z.number().meta({ role: 'value', description: 'A part: 0.05 is 5 %' })
export const decimalText = z
  .string()
  .regex(/^-?[0-9]+(\.[0-9]+)?$/)
  .meta({ role: 'value', description: 'A decimal: 0.05 is 5 %' })
export const secondsText = plainDigits.meta({ role: 'time', unit: 's', description: 'Unix seconds' })
export const entity = z.enum(['Market', 'Glv'])

/** Newest first, or oldest first. */
export function series<Row extends z.ZodType>(row: Row, order: 'descending' | 'ascending' = 'descending') {
  return z.array(row).meta({ role: 'series', order })
}

/** Null before a day has passed since the listing of the token. */
export const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullable()

/** Values of the second generation: USD, prices and factors x 10^30, amounts in raw units. */
const WHOLE_TOKEN = { description: 'USD x 10^30 of a whole token' }
export const wholeTokenPrice = digits.meta(WHOLE_TOKEN)
export const wholeTokenPriceChange = signedDigits.meta(WHOLE_TOKEN)
export const minUsdPrice = minPrice.meta(WHOLE_TOKEN)
export const maxUsdPrice = maxPrice.meta(WHOLE_TOKEN)

export const wholeTokenPrices = () => z.strictObject({ minPrice: minUsdPrice, maxPrice: maxUsdPrice })

export const usdE30 = digits.describe('USD x 10^30')
export const factorE30 = digits.describe('A factor x 10^30')
export const signedFactorE30 = signedDigits.describe('A factor x 10^30')
export const tokenAmount = digits.describe('Raw units of the token')
export const signedTokenAmount = signedDigits.describe('Raw units of the token')
export const id32 = z.string().regex(/^0x[0-9a-f]{64}$/)
export const usdText = z
  .string()
  .regex(/^[0-9]+(\.[0-9]+)?$/)
  .meta({ role: 'value', description: 'USD' })
export const lowUsdText = usdText.meta({ bound: 'min' })
export const highUsdText = usdText.meta({ bound: 'max' })
