import { registerHooks } from 'node:module';

/** Where the package's own configuration imports a class for every kind of Kubernetes from. */
const GENERATED = './gen/index.js';

const hooks = registerHooks({
  resolve: (specifier, context, next) =>
    specifier === GENERATED
      ? next(new URL('./generated.ts', import.meta.url).href, context)
      : next(specifier, context),
});

/**
 * KubeConfig of @kubernetes/client-node without the generated API of that package, which nothing here uses and
 * which costs every process 50 MB and half a second of CPU.
 */
export const { KubeConfig } = await import('@kubernetes/client-node/dist/config.js');

/** What is read of a kubeconfig. */
export type KubeConfig = InstanceType<typeof KubeConfig>;

hooks.deregister();
