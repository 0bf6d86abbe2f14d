import { fileURLToPath } from 'node:url';
import { rendererFiles } from '../../src/chart/files.ts';

function fromRoot(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}

/** Absolute paths of files and folders in this repository that clusters and images are made from. */
export const repository = {
  root: fromRoot('.'),
  defaultState: fromRoot('.stoa'),
  main: fromRoot('src/main.ts'),
  makeBundle: fromRoot('deploy/bundle/make.ts'),
  bundles: fromRoot('.stoa/bundles'),
  renderer: rendererFiles().module,
  node: fromRoot('deploy/local/node/main.ts'),
  store: fromRoot('deploy/local/store/main.ts'),
  cli: fromRoot('deploy/local/cli.ts'),
  crds: fromRoot('crds'),
  gatewayApiCrds: fromRoot('deploy/local/crds/gateway-api'),
  traefikCrds: fromRoot('deploy/local/crds/traefik'),
  access: fromRoot('deploy/base/access'),
  endpointAccess: fromRoot('deploy/local/access/endpoints.yaml'),
  policies: fromRoot('deploy/local/policies'),
  alerts: fromRoot('deploy/chart/files/alerts.yaml'),
  examples: fromRoot('deploy/examples'),
  exampleInstall: fromRoot('deploy/examples/installs/web.yaml'),
  charts: fromRoot('deploy/examples/charts'),
  models: [fromRoot('deploy/examples/models'), fromRoot('test/models')],
  manifests: fromRoot('deploy/local/manifests'),
} as const;
