/** Replies through the endpoint alone, without caches: facts → rendering → JSON text in UTF-8, as a server does. */

/** @typedef {import('../src/api/endpoints/define.js').Endpoint} Endpoint */
/** @typedef {import('../src/market/world/types.js').World} World */
/** @typedef {(world: World, atMs: number, query?: Readonly<Record<string, unknown>>) => Promise<Buffer>} Build */

/**
 * Undefined for an unknown endpoint.
 * @param {readonly Endpoint[]} endpoints
 * @param {string} id
 * @returns {Build | undefined}
 */
export function builderOf(endpoints, id) {
  const endpoint = endpoints.find((endpoint) => endpoint.id === id)
  if (endpoint === undefined) return undefined
  const { documented } = endpoint
  return async (world, atMs, query = {}) => {
    const facts = await endpoint.facts(world, atMs, query)
    if (documented.chunks === undefined)
      return Buffer.from(JSON.stringify(documented.render?.(facts) ?? facts))
    const texts = []
    for await (const some of documented.chunks(facts)) texts.push(...some)
    return Buffer.concat(texts)
  }
}

/**
 * Parses the reply. Throws if it has fewer rows than Arbitrum's lists or than `least`, as a partial reply would be fast.
 * @param {Buffer} body
 * @param {number} least
 */
export function checked(body, least = 100) {
  const reply = JSON.parse(String(body))
  const list = Array.isArray(reply) ? reply : Object.values(reply).find(Array.isArray)
  if ((list?.length ?? 0) < least) throw new Error(`fewer than ${least} rows: ${body.subarray(0, 100)}`)
  return reply
}
