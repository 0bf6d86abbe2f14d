import { UserError } from '../errors.ts';

/** System of the programs, in Go's terms. */
export interface Platform {
  readonly os: 'linux';
  readonly arch: 'amd64' | 'arm64';
}

/** Platform of this machine. Throws a UserError where the local cluster cannot run. */
export function currentPlatform(): Platform {
  const { platform, arch } = process;
  if (platform === 'linux' && arch === 'x64') {
    return { os: 'linux', arch: 'amd64' };
  }
  if (platform === 'linux' && arch === 'arm64') {
    return { os: 'linux', arch: 'arm64' };
  }
  throw new UserError(
    `the local cluster runs on Linux (x64, arm64), not on ${platform}-${arch}: use kind there`,
  );
}
