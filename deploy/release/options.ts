import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { UserError } from '../local/errors.ts';
import { repository } from '../local/repository.ts';
import { type Publication, publishing } from './publishing.ts';

/** Settings of a release. */
export interface ReleaseOptions extends Publication {
  /** URL below which the archives of the plugin are downloaded. */
  readonly downloads: string;
}

const USAGE = 'npm run release -- --dry-run VERSION [--out=FOLDER] [--registry=HOST/PATH] [--downloads=URL]';

const NUMBER = '(0|[1-9][0-9]*)';
const IDENTIFIER = '(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)';
const VERSION = new RegExp(`^${NUMBER}\\.${NUMBER}\\.${NUMBER}(-${IDENTIFIER}(\\.${IDENTIFIER})*)?$`);

/** Options in the arguments of `npm run release`. Throws a UserError. */
export function parseRelease(args: readonly string[]): ReleaseOptions {
  const { values, positionals } = parsed(args);
  const [version, ...others] = positionals;
  if (version === undefined || others.length > 0) {
    throw new UserError(`VERSION must be given, once: ${USAGE}`);
  }
  if (!VERSION.test(version)) {
    throw new UserError(
      `VERSION is "${version}": it must be a semantic version such as 1.2.3 or 1.2.3-rc.1, without a v and without ` +
        'build metadata, which tags of images cannot have',
    );
  }
  if (!/^([a-z0-9][a-z0-9._-]*(:[0-9]+)?(\/[a-z0-9][a-z0-9._-]*)*)?$/.test(values.registry)) {
    throw new UserError(
      `--registry is "${values.registry}": it must be a host and a path in lower case such as ghcr.io/acme`,
    );
  }
  if (!/^https?:\/\/\S+$/.test(values.downloads ?? 'https://example.com')) {
    throw new UserError(
      `--downloads is "${values.downloads}": it must be a URL such as https://example.com/v1.2.3`,
    );
  }
  const out = values.out ?? join(repository.defaultState, 'release', version);
  const { registry } = values;
  if (!values['dry-run']) {
    throw new UserError(
      'npm run release makes a release, and publishes nothing: add --dry-run. To publish the folder that it makes:\n' +
        publishing({ version, out, registry }).join('\n'),
    );
  }
  const downloads = values.downloads ?? `https://github.com/OWNER/stoa/releases/download/v${version}`;
  return { version, out, registry, downloads: downloads.replace(/\/$/, '') };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean', default: false },
        out: { type: 'string' },
        registry: { type: 'string', default: '' },
        downloads: { type: 'string' },
      },
    });
  } catch (error) {
    throw new UserError(`${error instanceof Error ? error.message : String(error)}: ${USAGE}`);
  }
}
