import asyncio

import aiohttp


async def main():
    # Without trust_env, aiohttp ignores the proxy of the environment.
    async with aiohttp.ClientSession(trust_env=True) as session:
        async with session.get("https://arbitrum-api.gmxinfra.io/prices/tickers") as reply:
            print(len(await reply.json()))


asyncio.run(main())
