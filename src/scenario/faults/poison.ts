import * as z from 'zod'
import { defineFault } from '../define.js'
import { POISON_NAMES, POISONS } from '../poisons.js'

/** YAML reads a bare `null` as nothing; here it is a name like any other. */
const name = () => z.union([z.enum(POISON_NAMES), z.null().transform(() => 'null' as const)])

/** Bad values in a good reply: well-formed JSON that should not be believed. */
export const poison = defineFault({
  key: 'poison',
  about: `bad values: ${POISON_NAMES.join(', ')}`,
  examples: ['{ poison: zero }', '{ poison: minAboveMax }', '{ poison: gap }'],
  shape: () => ({ poison: name() }),
  inWords: ({ poison }) => `tells bad values: ${POISONS[poison].about}`,
  stage: { on: 'edit', edit: (body, { poison }) => POISONS[poison].edit(body) },
})
