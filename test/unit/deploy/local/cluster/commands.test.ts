import { expect, test } from 'vitest';
import {
  apiserverCommand,
  controllerManagerCommand,
  stoaCommand,
  storeCommand,
  traefikCommand,
} from '../../../../../deploy/local/cluster/commands.ts';
import { pkiFiles } from '../../../../../deploy/local/cluster/pki.ts';
import { repository } from '../../../../../deploy/local/repository.ts';
import { stateFolder } from '../../../../../deploy/local/supervisor/statefolder.ts';

const address = { host: '127.70.255.1', portBase: 28000 };
const state = stateFolder('/state');
const pki = pkiFiles('/state/pki');

test('the API server listens on the host alone and hands out loopback Services', () => {
  const { args } = apiserverCommand('/bin/kube-apiserver', address, pki, { serviceRange: '127.70.0.0/17' });
  expect(args).toContain('--bind-address=127.70.255.1');
  expect(args).toContain('--secure-port=28020');
  expect(args).toContain('--etcd-servers=http://127.70.255.1:28021');
  expect(args).toContain('--service-cluster-ip-range=127.70.0.0/17');
  expect(args).toContain('--endpoint-reconciler-type=none');
});

test('the API server accepts tokens of further issuers, if a file names them', () => {
  const settings = { serviceRange: '127.70.0.0/17', authentication: '/state/generated/authentication.yaml' };
  const { args } = apiserverCommand('/bin/kube-apiserver', address, pki, settings);
  expect(args).toContain('--authentication-config=/state/generated/authentication.yaml');
});

test('the controller manager writes nothing outside the state folder', () => {
  const { args } = controllerManagerCommand('/bin/kube-controller-manager', state, pki);
  expect(args).toContain('--flex-volume-plugin-dir=/state/generated');
});

test("Traefik's entry points have the ports of the table", () => {
  const files = { kubeconfig: '/state/kubeconfig', config: '/state/generated/traefik.yaml' };
  const { args, env } = traefikCommand('/bin/traefik', address, files, 'services');
  expect(env).toMatchObject({
    KUBECONFIG: '/state/kubeconfig',
    HTTP_PROXY: 'socks5://127.70.255.1:28012',
    NO_PROXY: expect.stringContaining('127.0.0.1'),
  });
  const addresses = args.filter((arg) => /^--entrypoints\.[^.]+\.address=/.test(arg));
  expect(addresses.map((arg) => arg.slice(14))).toEqual([
    'web.address=127.70.255.1:28080',
    'websecure.address=127.70.255.1:28443',
    ...Array.from({ length: 10 }, (_, index) => `tcp${index + 1}.address=127.70.255.1:${28300 + index}`),
    'metrics.address=127.70.255.1:28011',
  ]);
  expect(args).toContain('--providers.kubernetesgateway.nativelbbydefault=true');
  const pods = traefikCommand('/bin/traefik', address, files, 'pods');
  expect(pods.args).toContain('--providers.kubernetesgateway.nativelbbydefault=false');
  expect(pods.env).toEqual({ KUBECONFIG: '/state/kubeconfig' });
});

test('Stoa runs with the same Node, its own credentials and the generated configuration', () => {
  const command = stoaCommand('rest', state.restKubeconfig, state);
  expect(command.file).toBe(process.execPath);
  expect(command.args.slice(-2)).toEqual(['/state/bundle/stoa.mjs', 'rest']);
  expect(command.env).toEqual({
    KUBECONFIG: '/state/rest.kubeconfig',
    STOA_CONFIG: '/state/stoa.yaml',
  });
});

test('the store serves the folders that it is given, at the port of the table', () => {
  const { file, env } = storeCommand(address, ['/models', '/cases/ram']);
  expect(file).toBe(process.execPath);
  expect(env).toEqual({
    STORE_LISTEN: '127.70.255.1:28030',
    STORE_MODELS: '/models:/cases/ram',
    STORE_CHARTS: repository.charts,
  });
});
