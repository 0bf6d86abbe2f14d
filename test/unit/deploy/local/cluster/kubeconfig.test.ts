import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { kubeconfigText } from '../../../../../deploy/local/cluster/kubeconfig.ts';

test('a kubeconfig carries its authority and either a certificate or a token', () => {
  const server = 'https://127.0.0.1:18020';
  const withToken = parse(kubeconfigText(server, 'CA', { kind: 'token', token: 'secret' }));
  expect(withToken).toMatchObject({
    'current-context': 'local',
    clusters: [{ cluster: { server, 'certificate-authority-data': btoa('CA') } }],
    users: [{ user: { token: 'secret' } }],
  });
  const admin = { kind: 'certificate', certificate: 'CERT', key: 'KEY' } as const;
  expect(parse(kubeconfigText(server, 'CA', admin)).users[0].user).toEqual({
    'client-certificate-data': btoa('CERT'),
    'client-key-data': btoa('KEY'),
  });
});
