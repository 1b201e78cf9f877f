/** Schemas of values in replies of the second generation, with their units. */
import * as z from '../../kit/zod.js'
import { digits, maxPrice, minPrice, signedDigits } from './values.js'

const PRICE = { description: 'USD x 10^30 of a whole token' }
export const usdPrice = digits.meta(PRICE)
export const usdPriceChange = signedDigits.meta(PRICE)
export const minUsdPrice = minPrice.meta(PRICE)
export const maxUsdPrice = maxPrice.meta(PRICE)

export const usdE30 = digits.meta({ description: 'USD x 10^30' })
export const factorE30 = digits.meta({ description: 'A factor x 10^30' })
export const signedFactorE30 = signedDigits.meta({ description: 'A factor x 10^30' })
export const tokenAmount = digits.meta({ description: 'Raw units of the token' })
export const signedTokenAmount = signedDigits.meta({ description: 'Raw units of the token' })
export const id32 = z.string().regex(/^0x[0-9a-f]{64}$/)
export const usdText = z
  .string()
  .regex(/^[0-9]+(\.[0-9]+)?$/)
  .meta({ role: 'value', description: 'USD' })
export const lowUsdText = usdText.meta({ bound: 'min' })
export const highUsdText = usdText.meta({ bound: 'max' })
