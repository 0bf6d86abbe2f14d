/** In place of `src/kube/kubeconfig.ts`, which changes what Node resolves: here the bundler does. */
export { KubeConfig } from '@kubernetes/client-node/dist/config.js';
