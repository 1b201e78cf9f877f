/** Networks that are one YAML file: `npm run networks` writes what the fixtures have of them. */
import { expect, test } from 'vitest'
import { addedNetworks } from '../../support/added-networks.js'

test('fixtures/added-networks.json is what npm run networks makes of fixtures/networks', async () => {
  await expect(await addedNetworks()).toMatchFileSnapshot('../../../fixtures/added-networks.json')
})
