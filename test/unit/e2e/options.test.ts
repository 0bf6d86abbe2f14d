import { expect, it } from 'vitest';
import { parseOptions } from '../../e2e/options.ts';

it('the options are a cluster, its gateway and image, and the names of cases', () => {
  const args = [
    '--cluster=current',
    '--kubeconfig=/k',
    '--gateway=infra/main',
    '--gateway-class=eg',
    'one',
    'two',
  ];
  expect(parseOptions(args)).toEqual({
    kubeconfig: '/k',
    gateway: { namespace: 'infra', name: 'main' },
    gatewayClass: 'eg',
    image: 'stoa-echo:1',
    install: false,
    answers: false,
    cases: ['one', 'two'],
  });
});

it.each([
  ['no cluster', [], '--cluster must be current'],
  ['another cluster', ['--cluster=local'], '--cluster must be current'],
  [
    'a Gateway without namespace',
    ['--cluster=current', '--gateway=main'],
    '--gateway must be a namespace and a name',
  ],
  ['numbers and cases', ['--cluster=current', '--prometheus=http://p:9090', 'one'], 'exclude each other'],
  ['an install and cases', ['--cluster=current', '--install', 'one'], 'exclude each other'],
  ['an unknown option', ['--cluster=current', '--colour'], "Unknown option '--colour'"],
])('%s is rejected with the usage', (_, args, message) => {
  expect(() => parseOptions(args)).toThrow(message);
  expect(() => parseOptions(args)).toThrow('npm run e2e -- --cluster=current');
});
