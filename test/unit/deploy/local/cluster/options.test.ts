import { expect, test } from 'vitest';
import { parseCommandLine, UsageError } from '../../../../../deploy/local/cluster/options.ts';

const parse = (line: string, platform: NodeJS.Platform = 'linux') =>
  parseCommandLine(line.split(' ').filter(Boolean), platform);

test('a plain start is a local cluster on the known ports', () => {
  expect(parse('start')).toMatchObject({
    command: 'start',
    mode: 'foreground',
    start: { cluster: { kind: 'local', host: 'shared' }, portBase: 18000 },
  });
});

test('everything that can be said', () => {
  expect(parse('start --detach --host=own --port-base=28000 --state-dir=/tmp/x')).toEqual({
    command: 'start',
    mode: 'detached',
    start: { cluster: { kind: 'local', host: 'own' }, portBase: 28000, stateDir: '/tmp/x' },
  });
  expect(parse('start --cluster=current --gateway=infra/main --yes')).toMatchObject({
    start: {
      cluster: {
        kind: 'current',
        gateway: { namespace: 'infra', name: 'main', tcp: { ports: '30000-32767' } },
        consent: 'given',
      },
    },
  });
  expect(parse('start --cluster=current --gateway=infra/main --gateway-class=nginx')).toMatchObject({
    start: { cluster: { gateway: { className: 'nginx' }, consent: 'to be asked' } },
  });
  expect(parse('stop --state-dir=/tmp/x')).toEqual({ command: 'stop', stateDir: '/tmp/x' });
});

test.each([
  ['', 'say start or stop'],
  ['start stray', 'unexpected argument "stray"'],
  ['start --colour', "unknown option '--colour'"],
  ['start --port-base=80', '--port-base is a number from 1024 to 65092, not "80"'],
  ['start --port-base=65093', '--port-base is a number'],
  ['start --host=10.0.0.1', '--host can only be "own"'],
  ['start --cluster=other', '--cluster is local, kind or current, not "other"'],
  ['start --cluster=current', '--cluster=current needs --gateway=<namespace>/<name>'],
  ['start --cluster=kind --host=own', '--host goes only with --cluster=local'],
  ['start --yes', '--yes goes only with --cluster=current'],
  ['start --gateway-class=nginx', '--gateway-class goes only with --cluster=current'],
  ['stop --detach', 'stop knows no option --detach'],
])('"%s" is refused in one line', (line, message) => {
  expect(() => parse(line)).toThrow(UsageError);
  expect(() => parse(line)).toThrow(message);
});

test('elsewhere than on Linux a local cluster is refused with the way out', () => {
  expect(() => parse('start', 'darwin')).toThrow('use --cluster=kind');
});
