/** Which requests a rule is about, as it is written. All given keys must match; nothing given matches everything but preflights. */
import * as z from 'zod'
import { BASES, NETWORKS } from '../catalogue/networks.js'
import { ENDPOINTS } from '../endpoints/index.js'
import { headers, oneOrMore, texts } from './values.js'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
const ENDPOINT_IDS = ENDPOINTS.map(({ id }) => id) as [string, ...string[]]

export const matchSchema = z.strictObject({
  network: oneOrMore(z.enum(NETWORKS)).optional().meta({ description: 'Network, or a list of them' }),
  base: oneOrMore(z.enum(BASES)).optional().meta({ description: 'Base address, or a list of them' }),
  endpoint: oneOrMore(z.enum(ENDPOINT_IDS))
    .optional()
    .meta({ description: 'Endpoint id, or a list of them' }),
  query: texts.optional().meta({ description: 'Query parameters and the values they must have' }),
  header: headers.optional().meta({ description: 'Request headers and the values they must have' }),
  method: oneOrMore(z.enum(METHODS))
    .optional()
    .meta({ description: 'HTTP method; a preflight matches only if OPTIONS is named' }),
})

export type Match = z.output<typeof matchSchema>
