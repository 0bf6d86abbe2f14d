import { join } from 'node:path';
import { expect, it } from 'vitest';
import { UserError } from '../../../../deploy/local/errors.ts';
import { repository } from '../../../../deploy/local/repository.ts';
import { parseRelease } from '../../../../deploy/release/options.ts';

it.each(['0.2.0', '1.2.3-rc.1', '1.0.0-0.x-7'])('%s is a version', (version) => {
  expect(parseRelease(['--dry-run', version])).toEqual({
    version,
    out: join(repository.defaultState, 'release', version),
    registry: '',
    downloads: `https://github.com/OWNER/stoa/releases/download/v${version}`,
  });
});

it('takes a folder, a registry and a place of downloads', () => {
  const args = [
    '1.2.3',
    '--dry-run',
    '--out=/x',
    '--registry=localhost:5000/a',
    '--downloads=https://d.example/',
  ];
  expect(parseRelease(args)).toEqual({
    version: '1.2.3',
    out: '/x',
    registry: 'localhost:5000/a',
    downloads: 'https://d.example',
  });
});

it.each([
  [[], 'VERSION must be given, once: npm run release -- --dry-run VERSION'],
  [['--dry-run'], 'VERSION must be given'],
  [['--dry-run', '1.2.3', '1.2.4'], 'VERSION must be given, once'],
  [['--dry-run', 'v1.2.3'], 'VERSION is "v1.2.3": it must be a semantic version such as 1.2.3'],
  [['--dry-run', '1.2'], 'VERSION is "1.2"'],
  [['--dry-run', '01.2.3'], 'VERSION is "01.2.3"'],
  [['--dry-run', '1.2.3-01'], 'VERSION is "1.2.3-01"'],
  [['--dry-run', '1.2.3+1'], 'without build metadata, which tags of images cannot have'],
  [['--dry-run', '1.2.3/../x'], 'VERSION is "1.2.3/../x"'],
  [
    ['--dry-run', '1.2.3', '--registry=https://ghcr.io'],
    '--registry is "https://ghcr.io": it must be a host',
  ],
  [['--dry-run', '1.2.3', '--registry=ghcr.io/Acme'], '--registry is "ghcr.io/Acme"'],
  [['--dry-run', '1.2.3', '--downloads=here'], '--downloads is "here": it must be a URL'],
  [['--dry-run', '1.2.3', '--push'], "Unknown option '--push'"],
])('%j is refused: %s', (args, message) => {
  expect(() => parseRelease(args)).toThrow(UserError);
  expect(() => parseRelease(args)).toThrow(message);
});

it('says how to publish where nothing is said of a dry run', () => {
  const args = ['1.2.3', '--out=/x', '--registry=ghcr.io/acme'];
  expect(() => parseRelease(args)).toThrow(
    /^npm run release makes a release, and publishes nothing: add --dry-run/,
  );
  const copy = 'skopeo copy --all --preserve-digests';
  expect(() => parseRelease(args)).toThrow(
    `\n${copy} oci:/x/oci:stoa:1.2.3 docker://ghcr.io/acme/stoa:1.2.3\n`,
  );
  expect(() => parseRelease(['1.2.3'])).toThrow('docker://REGISTRY/charts/stoa-crds:1.2.3');
});
