/** The tickers with a hole where each price stands, for peers that fill templates in: every request gets other prices. */

/**
 * @param {Buffer} tickers
 * @param {string} number What stands for a whole number, in the peer's language of templates.
 */
export function templateOf(tickers, number) {
  return String(tickers).replaceAll(/("(?:min|max|median)Price":)"\d+"/g, `$1"${number}"`)
}
