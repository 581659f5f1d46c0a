# The server, the cutout host and the operator's commands in one image; compose.yaml and docs/operations.md show how it is run.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
# Packages are installed before the sources are copied, so that a change of the sources does not install them again.
COPY package.json package-lock.json .npmrc ./
COPY scripts/lib ./scripts/lib
RUN node --input-type=module -e "import { ensureInstalled } from './scripts/lib/install.mjs'; ensureInstalled()"
COPY . .
# The address of the servers, for a plugin that clients load from their own folder.
ARG API_BASE=
RUN node scripts/build.mjs && node scripts/licences.mjs
RUN node scripts/prune.mjs

FROM node:24.21.0-bookworm-slim
# Nothing is installed in a running container.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn* /opt/yarn*
WORKDIR /app
COPY --from=build /app/package.json /app/CHANGELOG.md ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
RUN mkdir /data /backups && chown 10001:10001 /data /backups
USER 10001:10001
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4600 DATA_DIR=/data DEMO=0
VOLUME ["/data", "/backups"]
EXPOSE 4600
HEALTHCHECK --interval=10s --timeout=6s --start-period=60s CMD ["node", "dist/server/health.mjs"]
CMD ["node", "dist/server/main.mjs"]
