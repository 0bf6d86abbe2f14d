import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** Readings by Go, by the kind of the text. */
export interface GoReadings {
  readonly certificate: {
    readonly error?: string;
    /** Names for which Traefik presents the certificate. */
    readonly names: readonly string[] | null;
    /** DNS names as `crypto/x509` reads them. */
    readonly dns: readonly string[] | null;
  };
  readonly pem: readonly { readonly label: string; readonly bytes: string }[];
}

/** Readings of texts by Go, in their order: of certificates in DER, or of files in PEM. */
export async function goReadings<K extends keyof GoReadings>(
  kind: K,
  texts: readonly Uint8Array[],
): Promise<readonly GoReadings[K][]> {
  const program = spawn('go', ['run', '.', kind], {
    cwd: join(import.meta.dirname, 'readers'),
    env: { ...process.env, GOFLAGS: '-mod=readonly', GOWORK: 'off' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const output = text(program.stdout);
  program.stdin.end(texts.map((each) => `${Buffer.from(each).toString('base64')}\n`).join(''));
  const readings = (await output).split('\n').filter((line) => line !== '');
  if (readings.length !== texts.length) {
    throw new Error(`Go has read ${readings.length} of ${texts.length} texts`);
  }
  return readings.map((line) => JSON.parse(line) as GoReadings[K]);
}
