import { UserError } from '../errors.ts';

/** System of the programs, in Go's terms. */
export interface Platform {
  readonly os: 'linux';
  readonly arch: 'amd64' | 'arm64';
}

/** Machine as Node names it. */
type Machine = Pick<NodeJS.Process, 'platform' | 'arch'>;

/** Platform of this machine. Throws a UserError where the local cluster cannot run. */
export function currentPlatform(machine: Machine = process): Platform {
  const { platform, arch } = machine;
  if (platform === 'linux' && arch === 'x64') {
    return { os: 'linux', arch: 'amd64' };
  }
  if (platform === 'linux' && arch === 'arm64') {
    return { os: 'linux', arch: 'arm64' };
  }
  throw new UserError(
    `the programs of the local cluster are for Linux (x64, arm64), and this is ${platform}-${arch}: use a cluster of ` +
      'your own by --cluster=current, which needs kubectl on the PATH and no other program',
  );
}
