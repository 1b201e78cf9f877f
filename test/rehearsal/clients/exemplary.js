/** The client of examples/failover-client. */
import { PriceClient } from '../../../examples/failover-client/client.js'
import { act, inTurns } from './kit.js'

/** @param {import('./kit.js').World} world */
export function conduct(world) {
  return conductWith(world)
}

/**
 * The same with another idea of what to believe.
 * @param {import('./kit.js').World} world
 * @param {ConstructorParameters<typeof PriceClient>[1]} [instead]
 */
export function conductWith(world, instead) {
  const client = new PriceClient(world.bases, { ...world, ...instead })
  return inTurns(world, (path) =>
    client.get(path).then(
      (answer) => act(world, answer),
      () => {},
    ),
  )
}
