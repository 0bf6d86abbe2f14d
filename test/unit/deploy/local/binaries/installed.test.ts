import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type BinaryName, CATALOGUE, series } from '../../../../../deploy/local/binaries/catalogue.ts';
import { findInstalled } from '../../../../../deploy/local/binaries/installed.ts';
import { script, temporaryFolder } from './support.ts';

const etcd = `${series(CATALOGUE.etcd.version)}.99`;
const kubernetes = `${series(CATALOGUE.kubectl.version)}.99`;
const traefik = `${series(CATALOGUE.traefik.version)}.99`;
const helm = `${series(CATALOGUE.helm.version)}.99`;
const distribution = `${series(CATALOGUE.distribution.version)}.99`;
const prometheus = `${series(CATALOGUE.prometheus.version)}.99`;

const answers: Record<BinaryName, string> = {
  etcd: `echo "etcd Version: ${etcd}"; echo "Git SHA: abc"`,
  'kube-apiserver': `echo "Kubernetes v${kubernetes}+distro"`,
  'kube-controller-manager': `echo "Kubernetes v${kubernetes}"`,
  kubectl: `[ "$1 $2" = "version --client" ] && echo "Client Version: v${kubernetes}"; echo "Kustomize Version: v5.8.1"`,
  traefik: `[ "$1" = version ] && echo "Version:      ${traefik}"; echo "Codename:     cheddar"`,
  prometheus: `echo "prometheus, version ${prometheus} (branch: HEAD)"`,
  helm: `[ "$1" = version ] && echo "v${helm}+g0123456"`,
  distribution: `echo "registry github.com/distribution/distribution/v3 v${distribution}"`,
};

test.each(Object.values(CATALOGUE))('$name of the same major.minor on PATH is taken', async (binary) => {
  const folder = await temporaryFolder();
  const path = await script(join(folder, binary.name), answers[binary.name]);
  const found = await findInstalled(binary, { PATH: folder });
  expect(found).toMatchObject({ kind: 'found', path, version: expect.stringContaining('.99') });
});

test('programs that do not fit are passed over, with the reason', async () => {
  const folder = await temporaryFolder();
  const [old, failing, odd, plain] = ['old', 'failing', 'odd', 'plain'].map((name) => join(folder, name));
  await script(`${old}/etcd`, 'echo "etcd Version: 3.0.9"');
  await script(`${failing}/etcd`, `${answers.etcd}; exit 3`);
  await script(`${odd}/etcd`, 'echo hello');
  await mkdir(`${plain}/etcd`, { recursive: true });
  const PATH = [old, failing, odd, plain, '', 'relative'].join(':');
  expect(await findInstalled(CATALOGUE.etcd, { PATH })).toEqual({
    kind: 'none',
    reason: `${old}/etcd is 3.0.9, ${failing}/etcd does not tell its version, ${odd}/etcd does not tell its version`,
  });
});

test('a Helm without the stamps of a release is passed over: it renders for a version of Kubernetes long gone', async () => {
  const folder = await temporaryFolder();
  await script(join(folder, 'helm'), `echo "v${series(CATALOGUE.helm.version)}"`);
  expect(await findInstalled(CATALOGUE.helm, { PATH: folder })).toMatchObject({ kind: 'none' });
});

test('a file that is no program is passed over', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'etcd'), 'not executable');
  expect(await findInstalled(CATALOGUE.etcd, { PATH: folder })).toEqual({
    kind: 'none',
    reason: 'not on PATH',
  });
});

test('KUBEBUILDER_ASSETS comes before PATH', async () => {
  const folder = await temporaryFolder();
  const assets = await script(join(folder, 'assets', 'etcd'), answers.etcd);
  await script(join(folder, 'path', 'etcd'), answers.etcd);
  const env = { KUBEBUILDER_ASSETS: join(folder, 'assets'), PATH: join(folder, 'path') };
  expect(await findInstalled(CATALOGUE.etcd, env)).toMatchObject({ kind: 'found', path: assets });
});
