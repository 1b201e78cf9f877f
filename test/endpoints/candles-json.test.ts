import fc from 'fast-check'
import { expect, test } from 'vitest'
import { candleRows, candlesJson } from '../../src/endpoints/candles-json.js'
import { PERIOD_SECONDS } from '../../src/price/periods.js'
import { toDecimal } from '../support/decimal.js'
import { anyPeriod } from '../support/prices.js'

const quanta = fc.oneof(
  fc.integer({ min: 0, max: 1e6 }),
  fc.maxSafeInteger().map(Math.abs),
  fc.constantFrom(10, 100, 1000),
)

test('the fast text says what the rows say, in plain decimals', () => {
  fc.assert(
    fc.property(
      anyPeriod,
      fc.array(fc.tuple(quanta, quanta, quanta, quanta), { maxLength: 5 }),
      fc.integer({ min: 0, max: 15 }),
      (period, rows, priceDecimals) => {
        const column = (n: number) => Float64Array.from(rows, (row) => row[n])
        const firstStart = 1_700_006_400
        const candles = {
          period,
          firstStart,
          count: rows.length,
          priceDecimals,
          open: column(0),
          high: column(1),
          low: column(2),
          close: column(3),
        }
        const text = candlesJson(candles).toString()
        expect(JSON.parse(text)).toEqual({ period, candles: candleRows(candles) })
        const plain = rows.map(
          (row, i) =>
            `[${firstStart + i * PERIOD_SECONDS[period]},${row.map((q) => toDecimal(q, priceDecimals))}]`,
        )
        expect(text).toBe(`{"period":"${period}","candles":[${plain.reverse().join(',')}]}`)
      },
    ),
  )
})
