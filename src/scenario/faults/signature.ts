import * as z from 'zod'
import { layoutOf, someNode, withRows } from '../../api/endpoints/layout.js'
import { signedPrice } from '../../api/endpoints/signed-prices.js'
import { yieldToEventLoop } from '../../kit/clock/timers.js'
import { drawHash } from '../../market/oracle/chain.js'
import type { SigningManner } from '../../market/oracle/signed-price.js'
import { defineFault, type EditContext } from '../define.js'
import { only } from '../named-rows.js'

const VARIANTS = ['flipped', 'wrongSigner', 'staleBlocks', 'reorgedHash'] as const

/** Twice the age accepted by the contracts. */
const STALE_MS = 10 * 60_000
/** The published key of the development mnemonic's tenth account, no configured signer. */
const FOREIGN_KEY = '0x2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6'
/** Prices signed per turn of the event loop, twice each. */
const SIGNED_PER_TURN = 16

/**
 * Signed prices that clients should reject: a flipped bit in both signatures; signatures by another key; correctly signed but for
 * blocks ten minutes old; the max block's hash replaced after signing, so that only the signature without block hash verifies. Replies
 * of the observed dialect have no signatures.
 */
export const signature = defineFault({
  key: 'signature',
  about: `signed prices that do not hold: ${VARIANTS.join(', ')}`,
  examples: ['{ signature: flipped }', '{ signature: staleBlocks }'],
  inWords: ({ signature }) => `sends invalid signed prices: ${signature}`,
  shape: () => ({ signature: z.enum(VARIANTS), only: only() }),
  acts: (_options, endpoint, dialect) =>
    someNode(layoutOf(endpoint, dialect), ({ role }) => role === 'signature'),
  outcomeClass: 'wrong',
  flaw: 'poisoned',
  stage: {
    on: 'edit',
    async edit(body, { signature }, context) {
      const { signedPrices } = body as Partial<SignedBody>
      if (signedPrices?.[0]?.signature === undefined) return body
      switch (signature) {
        case 'flipped':
          return withRows(body, context.layout, (rows) => rows.map((row) => flipped(row as SignedFields)))
        case 'reorgedHash':
          return withRows(body, context.layout, (rows) =>
            rows.map((row) => ({ ...(row as SignedFields), maxBlockHash: drawHash(context.draws) })),
          )
        case 'wrongSigner':
          return signedAgain(signedPrices, context, () => ({ privateKey: FOREIGN_KEY }))
        case 'staleBlocks':
          return signedAgain(signedPrices, context, (atMs) => ({ blocksAtMs: atMs - STALE_MS }))
      }
    },
  },
})

interface SignedFields {
  readonly tokenAddress: string
  readonly signature: string
  readonly signatureWithoutBlockHash: string
  readonly createdAt: number
}

interface SignedBody {
  readonly signedPrices: readonly SignedFields[]
}

function flipped(row: SignedFields): SignedFields {
  return {
    ...row,
    signature: withFlippedBit(row.signature),
    signatureWithoutBlockHash: withFlippedBit(row.signatureWithoutBlockHash),
  }
}

/** Flips a bit in s, so that the format stays valid. */
function withFlippedBit(signature: string): string {
  const at = 2 + 2 * 48
  const digit = Number.parseInt(signature[at]!, 16) ^ 1
  return `${signature.slice(0, at)}${digit.toString(16)}${signature.slice(at + 1)}`
}

/** The same rows, signed in another manner. */
async function signedAgain(
  prices: readonly SignedFields[],
  { world }: EditContext,
  manner: (atMs: number) => SigningManner,
) {
  const asOfMs = prices[0]!.createdAt * 1000
  const wanted = new Set(prices.map(({ tokenAddress }) => tokenAddress))
  const signedPrices = []
  for (const price of await world.signedPrices(Math.floor(asOfMs / 1000), manner(asOfMs))) {
    if (!wanted.has(price.token.address)) continue
    signedPrices.push(signedPrice.render({ ...price, asOfMs }))
    if (signedPrices.length % SIGNED_PER_TURN === 0) await yieldToEventLoop()
  }
  return { signedPrices }
}
