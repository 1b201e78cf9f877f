// Versions 1.5 have this client, which calls the second-generation API. gmx-sim does not simulate it.
const { GmxApiSdk } = require('@gmx-io/sdk/v2')

new GmxApiSdk({ chainId: 42161 }).fetchTokens().then((tokens) => console.log(tokens.length))
