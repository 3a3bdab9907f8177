# The image of the product: web process (default), worker, migrations and operator commands.
# The target `sandbox` adds the sandbox of all providers and the demo accounts. `npm run task -- image` builds and tests both.
FROM docker.io/library/node:24.18.0-bookworm-slim AS build
ENV NEXT_TELEMETRY_DISABLED=1
WORKDIR /ira
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
RUN npm run build -- --without-demo
RUN npm sbom --omit=dev --package-lock-only --sbom-format=cyclonedx > dist/sbom.cdx.json

FROM build AS build-demo
RUN npm run build

# Node without npm, compilers or a package manager.
FROM docker.io/library/debian:bookworm-20260824-slim AS base
COPY --from=build /usr/local/bin/node /usr/local/bin/node
WORKDIR /ira
ENV NODE_ENV=production HOME=/ira HOST=0.0.0.0 PORT=3000
USER 10001:10001
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.METRICS_PORT ?? process.env.PORT) + '/api/health').then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--enable-source-maps", "--heap-growing-percent=25"]
CMD ["dist/web.js"]

FROM base AS sandbox
COPY --from=build-demo /ira/dist dist

FROM base AS server
COPY --from=build /ira/dist dist
