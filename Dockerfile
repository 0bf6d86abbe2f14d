# Stoa's image, the same as `npm run image` makes without a container engine: what deploy/image/rootfs.ts lays out,
# and nothing of the images that it is made in. These are pinned by their whole versions; pin them by digest where you
# can look that up: docker buildx imagetools inspect node:24.21.0-bookworm
FROM docker.io/library/golang:1.26.8-bookworm AS go
FROM docker.io/library/node:24.21.0-bookworm AS build
# Builds the renderer of charts.
COPY --from=go /usr/local/go /usr/local/go
ENV PATH=$PATH:/usr/local/go/bin
WORKDIR /stoa
COPY package.json package-lock.json .npmrc tsconfig.json ./
RUN npm ci --ignore-scripts
COPY LICENSE ./
COPY deploy ./deploy
COPY src ./src
RUN node deploy/image/rootfs.ts /image

FROM scratch
COPY --from=build /image /
USER 65532:65532
WORKDIR /app
ENV PATH=/usr/local/bin NODE_ENV=production NODE_OPTIONS="--max-semi-space-size=4 --max-old-space-size=384"
ENTRYPOINT ["/usr/local/bin/node", "/app/stoa.mjs"]
