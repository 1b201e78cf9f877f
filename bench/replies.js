/** Replies by the endpoint's own path, without what remembers them: facts → rendering → JSON text in UTF-8. */

/** @typedef {import('../src/endpoints/define.js').Endpoint} Endpoint */
/** @typedef {import('../src/world/world.js').World} World */
/** @typedef {(world: World, atMs: number, query?: Readonly<Record<string, unknown>>) => Promise<Buffer>} Build */

/**
 * Undefined where there is no such endpoint yet.
 * @param {readonly Endpoint[]} endpoints
 * @param {string} id
 * @returns {Build | undefined}
 */
export function builderOf(endpoints, id) {
  const endpoint = endpoints.find((endpoint) => endpoint.id === id)
  if (endpoint === undefined) return undefined
  const { documented } = endpoint.dialects
  return async (world, atMs, query = {}) => {
    const facts = await endpoint.facts(world, atMs, query)
    if (documented.chunks === undefined) return Buffer.from(JSON.stringify(await documented.render(facts)))
    const texts = []
    for await (const some of documented.chunks(facts)) texts.push(...some)
    return Buffer.concat(texts)
  }
}

/**
 * The reply, parsed. What is not the whole reply takes no time to make: an error where it has other than `rows` rows.
 * @param {Buffer} body
 * @param {number} rows
 */
export function checked(body, rows) {
  const reply = JSON.parse(String(body))
  const list = Array.isArray(reply) ? reply : Object.values(reply).find(Array.isArray)
  if (list?.length !== rows) throw new Error(`${rows} rows were to be measured, not ${body.subarray(0, 100)}`)
  return reply
}
