# gmx-sim in an image, from this clone: docker build --tag gmx-sim . && docker run --publish 127.0.0.1:8650:8650 --read-only gmx-sim

FROM node:24.19.0-bookworm-slim@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
# The package as published.
RUN npm pack --pack-destination /tmp && mv /tmp/gmx-sim-*.tgz /tmp/gmx-sim.tgz

FROM node:24.19.0-bookworm-slim@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df AS install
WORKDIR /app
# Exactly the dependencies of the lock file, with their hashes.
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=peer --ignore-scripts --no-audit --no-fund && rm package-lock.json
COPY --from=build /tmp/gmx-sim.tgz /tmp/gmx-sim.tgz
RUN tar -xzf /tmp/gmx-sim.tgz --strip-components=1

FROM node:24.19.0-bookworm-slim@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df
# Nothing runs or installs packages here.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn* /opt/yarn*
ENV NODE_ENV=production
# A container must listen on all addresses. The control API is then off unless a token is set:
# docker run --env GMX_SIM_CONTROL_TOKEN=… gmx-sim
ENV GMX_SIM_HOST=0.0.0.0
# No writes, not even of the compile cache.
ENV NODE_DISABLE_COMPILE_CACHE=1
WORKDIR /app
COPY --from=install /app /app
# Numeric, so that Kubernetes can verify it is not root.
USER 1000:1000
EXPOSE 8650
HEALTHCHECK --interval=5s --timeout=2s --start-period=10s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.GMX_SIM_PORT ?? 8650) + '/__sim/v1/live').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/dist/cli/main.js"]
CMD ["serve"]
