/** All that `KubeConfig` takes of the generated API of @kubernetes/client-node, see kubeconfig.ts. */
export { createConfiguration } from '@kubernetes/client-node/dist/gen/configuration.js';
export { ServerConfiguration } from '@kubernetes/client-node/dist/gen/servers.js';
