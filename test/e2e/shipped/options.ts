import { parseArgs } from 'node:util';
import { UserError } from '../../../deploy/local/errors.ts';

/** Options of the command. */
export interface Options {
  readonly cluster: ClusterChoice;
  /** Folder that keeps the images between runs; without it they are built each time. */
  readonly images: string | undefined;
  /** Folder of a release, whose charts and images are installed from a registry; those of this checkout without it. */
  readonly release: string | undefined;
  /** Former commit that is upgraded to this checkout and taken back, in place of everything else. */
  readonly from: string | undefined;
}

/** Cluster for the installation of Stoa. */
export type ClusterChoice =
  /** A temporary kind cluster. */
  | { readonly kind: 'kind' }
  /** The cluster of the current kubeconfig context. */
  | { readonly kind: 'current'; readonly gatewayClass: string; readonly load: string };

const USAGE = [
  'npm run e2e:kind -- [--images=FOLDER] [--release=RELEASE | --from=COMMIT]',
  'npm run e2e:kind -- --cluster=current --gateway-class=NAME --load=COMMAND [--images=FOLDER] [--release=RELEASE | --from=COMMIT]',
  'The images that are built are kept in FOLDER, and those that are there are used as they are.',
  'RELEASE is the folder of a release (npm run release): its charts come from a registry that runs meanwhile.',
  'COMMIT is a former version, which is upgraded to this one and taken back, in both orders of the charts.',
  'COMMAND brings the image of an archive into the cluster: a shell runs it with the archive as $1',
].join('\n');

/** Parses a command line. Throws a UserError with the usage if it is invalid. */
export function parseOptions(args: readonly string[]): Options {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        cluster: { type: 'string', default: 'kind' },
        'gateway-class': { type: 'string' },
        load: { type: 'string' },
        images: { type: 'string' },
        release: { type: 'string' },
        from: { type: 'string' },
      },
    });
    const { cluster, load, images, release, from, 'gateway-class': gatewayClass } = values;
    if (cluster === 'kind' && load === undefined && gatewayClass === undefined) {
      return { cluster: { kind: 'kind' }, images, release, from };
    }
    if (cluster === 'current' && load !== undefined && gatewayClass !== undefined) {
      return { cluster: { kind: 'current', gatewayClass, load }, images, release, from };
    }
    throw new Error('--cluster is kind, or current, which needs --gateway-class and --load');
  } catch (error) {
    throw new UserError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}
