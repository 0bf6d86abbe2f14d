import { basename, join } from 'node:path';
import { extract } from 'tar';
import type { Dispatcher } from 'undici';
import { UserError } from '../errors.ts';
import type { Release } from './catalogue.ts';
import { checksumFor } from './checksums.ts';
import { diskFull, errorCode, isDiskFull, SourceFailed } from './failure.ts';
import { isProgram } from './installed.ts';
import { downloadAgent, HostUnavailable, readText, readToFile, type Transfer } from './transfer.ts';

/** Downloads of one run; a host that failed is not tried again. */
export class Downloads implements AsyncDisposable {
  readonly #agent: Dispatcher = downloadAgent();
  readonly #failedHosts = new Map<string, string>();
  readonly #mirror: string | undefined;

  /** `STOA_MIRROR` in the environment replaces `https://`. Throws a UserError where it is no base URL. */
  constructor(env: NodeJS.ProcessEnv) {
    this.#mirror = env.STOA_MIRROR ? mirrorBase(env.STOA_MIRROR) : undefined;
  }

  /** Host of the release, or of the mirror. */
  hostOf(release: Release): string {
    return new URL(this.#locate(release.url)).host;
  }

  /** Failure of the release's host in this run; undefined where it has not failed. */
  failureOf(release: Release): string | undefined {
    return this.#failedHosts.get(this.hostOf(release));
  }

  /** Downloads the program into the work folder, checks it and returns its path. Throws SourceFailed. */
  async fetch(
    release: Release,
    work: string,
    onShare: (share: number) => void,
    signal: AbortSignal | undefined,
  ): Promise<string> {
    const file = join(work, basename(release.url));
    try {
      const expected = await this.#expectedSum(release, signal);
      const sum = await readToFile(this.#transfer(release.url, signal), file, onShare);
      if (sum !== expected) {
        throw new SourceFailed(
          `${this.#locate(release.url)} is corrupt: SHA-256 ${sum} instead of ${expected}`,
        );
      }
    } catch (error) {
      if (error instanceof HostUnavailable) {
        this.#remember(release, error.message);
      }
      throw error;
    }
    return release.member === undefined ? file : unpack(file, release.member, work);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#agent.destroy();
  }

  async #expectedSum(release: Release, signal: AbortSignal | undefined): Promise<string> {
    const list = await readText(this.#transfer(release.checksumUrl, signal));
    const sum = checksumFor(list, basename(release.url));
    if (sum !== undefined) {
      return sum;
    }
    throw new SourceFailed(`${this.#locate(release.checksumUrl)} has no SHA-256 of ${basename(release.url)}`);
  }

  #remember(release: Release, reason: string): void {
    this.#failedHosts.set(this.hostOf(release), reason);
  }

  #transfer(url: string, signal: AbortSignal | undefined): Transfer {
    return { url: this.#locate(url), agent: this.#agent, signal };
  }

  #locate(url: string): string {
    return this.#mirror === undefined ? url : `${this.#mirror}/${url.slice('https://'.length)}`;
  }
}

function mirrorBase(value: string): string {
  if (/^https?:\/\//.test(value) && URL.canParse(value)) {
    return value.replace(/\/+$/, '');
  }
  throw new UserError(`STOA_MIRROR is "${value}": it must be a http(s) base URL`);
}

/** Unpacks one member of an archive and returns its path. Throws SourceFailed. */
async function unpack(archive: string, member: string, work: string): Promise<string> {
  const strip = member.split('/').length - 1;
  try {
    await extract({ file: archive, cwd: work, strip, strict: true, filter: (path) => path === member });
  } catch (error) {
    if (isDiskFull(error)) {
      throw diskFull(work);
    }
    throw new SourceFailed(`${basename(archive)} cannot be unpacked (${errorCode(error)})`);
  }
  const program = join(work, basename(member));
  if (await isProgram(program)) {
    return program;
  }
  throw new SourceFailed(`${basename(archive)} holds no program ${member}`);
}
