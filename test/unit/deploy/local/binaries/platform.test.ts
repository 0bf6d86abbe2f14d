import { expect, it } from 'vitest';
import { currentPlatform } from '../../../../../deploy/local/binaries/platform.ts';

it.each([
  ['x64', 'amd64'],
  ['arm64', 'arm64'],
] as const)('Linux on %s is a platform of the programs', (arch, named) => {
  expect(currentPlatform({ platform: 'linux', arch })).toEqual({ os: 'linux', arch: named });
});

it.each([
  ['darwin', 'arm64'],
  ['win32', 'x64'],
  ['linux', 'riscv64'],
] as const)('on %s-%s, the error names the way out', (platform, arch) => {
  expect(() => currentPlatform({ platform, arch })).toThrow(
    new RegExp(`this is ${platform}-${arch}: use a cluster of your own by --cluster=current`),
  );
});
