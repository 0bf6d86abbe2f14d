import { expect, test } from 'vitest';
import { checksumFor } from '../../../../../deploy/local/binaries/checksums.ts';

const sum = 'a1'.repeat(32);
const other = 'b2'.repeat(32);

test.each([
  ['Kubernetes: the bare sum', sum, 'kubectl'],
  ['Kubernetes: the bare sum with a line end', `${sum}\n`, 'kubectl'],
  [
    'etcd: SHA256SUMS',
    `${other}  etcd-v3.6.14-darwin-amd64.zip\n${sum}  etcd-v3.6.14-linux-amd64.tar.gz\n`,
    'etcd-v3.6.14-linux-amd64.tar.gz',
  ],
  [
    'Traefik: with ./',
    `${other}  ./traefik_v3.6.12_linux_arm64.tar.gz\n${sum}  ./traefik_v3.6.12_linux_amd64.tar.gz\n`,
    'traefik_v3.6.12_linux_amd64.tar.gz',
  ],
  [
    'Prometheus: sha256sums.txt',
    `${sum}  prometheus-3.15.0.linux-amd64.tar.gz\n${other}  prometheus-3.15.0.linux-arm64.tar.gz`,
    'prometheus-3.15.0.linux-amd64.tar.gz',
  ],
  ['the binary mark and capitals', `${sum.toUpperCase()} *kubectl\r\n`, 'kubectl'],
])('%s', (_, list, file) => {
  expect(checksumFor(list, file)).toBe(sum);
});

test.each([
  ['another file only', `${other}  kubectl.exe\n`],
  ['a file whose name only ends alike', `${other}  not-kubectl\n`],
  ['no sum at all', '<html>not found</html>'],
  ['nothing', ''],
  ['bare sums of who knows what', `${sum}\n${other}\n`],
])('none in %s', (_, list) => {
  expect(checksumFor(list, 'kubectl')).toBeUndefined();
});
