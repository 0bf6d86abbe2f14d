import { UserError } from '../errors.ts';

/** The system the programs run on, in Go's words. */
export interface Platform {
  readonly os: 'linux';
  readonly arch: 'amd64' | 'arm64';
}

/** This machine's platform; a UserError where the local cluster cannot run. */
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
