import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSecureContext } from 'node:tls';
import type { Logger } from 'pino';

/** Interval of checks for a new certificate, in milliseconds: kubelets update files about once a minute. */
const CHECK_MS = 5_000;

/** Paths of a certificate chain and of its key, in PEM. */
interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** Source of the certificate to serve at this time. It throws an Error, for the operator of the process, without one. */
export type CertificateSource = () => Promise<CertificatePair>;

/** A certificate chain and its key, in PEM. */
export interface CertificatePair {
  readonly cert: string;
  readonly key: string;
}

/**
 * Certificate of the server, from a source that may have another one at any time. A new pair is used only if it is
 * valid; until then, the last one stays.
 */
export class ServedCertificate {
  readonly #source: CertificateSource;
  readonly #log: Logger;
  #pair: CertificatePair;
  #problem: string | undefined;

  private constructor(source: CertificateSource, log: Logger, pair: CertificatePair) {
    this.#source = source;
    this.#log = log;
    this.#pair = pair;
  }

  /** Takes the first pair of the source. Throws its error if there is no valid pair. */
  static async open(source: CertificateSource, log: Logger): Promise<ServedCertificate> {
    return new ServedCertificate(source, log, await source());
  }

  /** The pair in use. */
  get pair(): CertificatePair {
    return this.#pair;
  }

  /** Reason why the pair in the files is not in use, if it is not. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** End of the validity of the certificate in use, in seconds since 1970. */
  get expires(): number {
    return Math.floor(Date.parse(new X509Certificate(this.#pair.cert).validTo) / 1000);
  }

  /** Passes every new pair to `use` until `stop` aborts, and logs what becomes of it. */
  async watch(use: (pair: CertificatePair) => void, stop: AbortSignal, everyMs = CHECK_MS): Promise<void> {
    while (!stop.aborted) {
      await sleep(everyMs, undefined, { signal: stop, ref: false }).catch(() => undefined);
      await this.#check(use);
    }
  }

  async #check(use: (pair: CertificatePair) => void): Promise<void> {
    const before = this.#problem;
    try {
      const pair = await this.#source();
      if (pair.cert !== this.#pair.cert || pair.key !== this.#pair.key) {
        use(pair);
        this.#pair = pair;
        this.#log.info({ expires: this.expires }, 'new certificate in use');
      }
      this.#problem = undefined;
    } catch (error) {
      this.#problem = (error as Error).message;
      if (this.#problem !== before) {
        this.#log.error({ err: error }, 'new certificate not usable, the previous one stays');
      }
    }
  }
}

/** Source of the pair in files. Its errors name the setting and the files. */
export function pairInFiles(files: CertificateFiles): CertificateSource {
  return async () => {
    try {
      return await readOnePair(files);
    } catch (error) {
      throw new Error(`rest.tls: ${(error as Error).message}`, { cause: error });
    }
  };
}

async function readOnePair({ certFile, keyFile }: CertificateFiles): Promise<CertificatePair> {
  const pair = { cert: await readFile(certFile, 'utf8'), key: await readFile(keyFile, 'utf8') };
  if ((await readFile(certFile, 'utf8')) !== pair.cert) {
    // The files have just been exchanged, and the key may be that of either certificate.
    return readOnePair({ certFile, keyFile });
  }
  try {
    createSecureContext(pair);
  } catch (error) {
    throw new Error(
      `${certFile} and ${keyFile} are no certificate with its key: ${(error as Error).message}`,
    );
  }
  return pair;
}
