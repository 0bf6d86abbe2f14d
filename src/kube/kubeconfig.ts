import { registerHooks } from 'node:module';

/** Specifier by which the package's configuration imports a class for every kind of Kubernetes. */
const GENERATED = './gen/index.js';

const hooks = registerHooks({
  resolve: (specifier, context, next) =>
    specifier === GENERATED
      ? next(new URL('./generated.ts', import.meta.url).href, context)
      : next(specifier, context),
});

/**
 * KubeConfig of @kubernetes/client-node without the generated API of that package, which Stoa does not use and which
 * costs 50 MB and half a second of CPU per process.
 */
export const { KubeConfig } = await import('@kubernetes/client-node/dist/config.js');

/** Parsed kubeconfig. */
export type KubeConfig = InstanceType<typeof KubeConfig>;

hooks.deregister();
