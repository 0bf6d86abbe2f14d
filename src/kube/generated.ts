/** Part of the generated API of @kubernetes/client-node that `KubeConfig` uses; see kubeconfig.ts. */
export { createConfiguration } from '@kubernetes/client-node/dist/gen/configuration.js';
export { ServerConfiguration } from '@kubernetes/client-node/dist/gen/servers.js';
