export interface PrintedPrice {
  readonly symbol: string
  readonly price: string
}

/** The prices that an `--observe` expression finds in lines of output, by its groups `symbol` and `price`. */
export function printedPrices(pattern: RegExp, lines: readonly string[]): PrintedPrice[] {
  return lines.flatMap((line) => {
    const { symbol, price } = pattern.exec(line)?.groups ?? {}
    return symbol === undefined || price === undefined ? [] : [{ symbol, price }]
  })
}
