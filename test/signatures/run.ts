/**
 * `node test/signatures/run.ts COSIGN2 COSIGN3`: has two versions of cosign sign a chart in a registry of Distribution, by a
 * key and by an identity, and writes what the registry has then to `recorded.json`. The authority and the log of the
 * identity are those of the tests; cosign asks them over HTTP.
 */
import { spawn } from 'node:child_process';
import { createPublicKey, hash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { ensureBinaries } from '../../deploy/local/binaries/ensure.ts';
import { chartArchive } from '../support/chartarchive.ts';
import { startChartServer } from '../support/chartserver.ts';
import { silentProgress } from '../support/progress.ts';
import { startRegistry, urlOf } from '../support/registry.ts';
import { createSigstore, pem, type Sigstore } from '../support/sigstore.ts';

const TYPES = 'application/vnd.oci.image.manifest.v1+json,application/vnd.oci.image.index.v1+json';

const SUBJECT = 'https://ci.example.com/acme/shop/release.yml@refs/tags/v1.0.0';
const ISSUER = 'https://issuer.example.com';

/** Signatures to make: the version of cosign, whether by a key, and the arguments that choose the format. */
const SIGNATURES = [
  { name: 'a key, by the tag of cosign 2', cosign: 0, byKey: true, args: ['--tlog-upload=false'] },
  {
    name: 'a key, by a bundle of cosign 2',
    cosign: 0,
    byKey: true,
    args: ['--tlog-upload=false', '--new-bundle-format'],
  },
  {
    name: 'a key, by a bundle of cosign 3',
    cosign: 1,
    byKey: true,
    args: ['--tlog-upload=false', '--use-signing-config=false'],
  },
  { name: 'an identity, by the tag of cosign 2', cosign: 0, byKey: false, args: [] },
  { name: 'an identity, by a bundle of cosign 2', cosign: 0, byKey: false, args: ['--new-bundle-format'] },
  {
    name: 'an identity, by a bundle of cosign 3',
    cosign: 1,
    byKey: false,
    args: ['--use-signing-config=false'],
  },
] as const;

const [cosign2, cosign3] = process.argv.slice(2);
if (cosign2 === undefined || cosign3 === undefined) {
  throw new Error('say which programs are cosign 2 and cosign 3');
}
const folder = await mkdtemp(join(tmpdir(), 'stoa-signatures-'));
const registry = await startRegistry(folder);
const sigstore = createSigstore();
const authority = await serve(sigstore);
try {
  await writeFile(join(folder, 'shop-1.0.0.tgz'), chartArchive('shop', {}));
  await writeFile(join(folder, 'ct.pem'), sigstore.ctLog.publicKey.export({ type: 'spki', format: 'pem' }));
  await writeFile(join(folder, 'log.pem'), sigstore.log.publicKey.export({ type: 'spki', format: 'pem' }));
  await writeFile(join(folder, 'root.pem'), pem('CERTIFICATE', sigstore.authority));
  await writeFile(join(folder, 'token'), token());
  await run(cosign2, ['generate-key-pair']);
  const recorded = [];
  for (const [index, { name, cosign, byKey, args }] of SIGNATURES.entries()) {
    const repository = `team${index}/shop`;
    const { helm } = await ensureBinaries({ names: ['helm'], progress: silentProgress });
    await run(helm, ['push', 'shop-1.0.0.tgz', `oci://${registry.address}/team${index}`, '--plain-http']);
    const digest = await digestOf(repository, '1.0.0');
    await run(cosign === 0 ? cosign2 : cosign3, [
      ...['sign', '--yes', '--allow-http-registry'],
      ...(byKey
        ? ['--key=cosign.key']
        : [`--fulcio-url=${authority.origin}`, `--rekor-url=${authority.origin}`, '--identity-token=token']),
      ...args,
      `${registry.address}/${repository}@${digest}`,
    ]);
    recorded.push({ name, digest, content: await contentOf(repository, digest) });
  }
  const key = await readFile(join(folder, 'cosign.pub'), 'utf8');
  const identity = { issuer: ISSUER, subject: SUBJECT };
  const { trustedRoot } = sigstore;
  await writeFile(
    join(import.meta.dirname, 'recorded.json'),
    `${JSON.stringify({ key, identity, trustedRoot, recorded }, null, 2)}\n`,
  );
} finally {
  await registry.stop();
  authority.stop();
  await rm(folder, { recursive: true });
}

async function run(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      COSIGN_PASSWORD: '',
      SIGSTORE_CT_LOG_PUBLIC_KEY_FILE: join(folder, 'ct.pem'),
      SIGSTORE_REKOR_PUBLIC_KEY: join(folder, 'log.pem'),
      SIGSTORE_ROOT_FILE: join(folder, 'root.pem'),
    },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) {
    throw new Error(`${program} ${args.join(' ')} ended with ${code}`);
  }
}

async function digestOf(repository: string, tag: string): Promise<string> {
  const { headers } = await fetch(`${urlOf(registry.address, repository)}/manifests/${tag}`, {
    headers: { accept: TYPES },
  });
  return headers.get('docker-content-digest') ?? '';
}

/** Manifests and blobs of the signatures of a digest, by their paths in the repository. */
async function contentOf(repository: string, digest: string): Promise<Record<string, string>> {
  const content: Record<string, string> = {};
  const read = async (path: string) => {
    const answer = await fetch(`${urlOf(registry.address, repository)}/${path}`, {
      headers: { accept: TYPES },
    });
    if (!answer.ok) {
      return;
    }
    const text = await answer.text();
    content[path] = text;
    if (path.startsWith('manifests/')) {
      const { manifests = [], layers = [] } = JSON.parse(text) as Partial<
        Record<'manifests' | 'layers', { readonly digest: string }[]>
      >;
      for (const each of manifests) {
        await read(`manifests/${each.digest}`);
      }
      for (const each of layers) {
        await read(`blobs/${each.digest}`);
      }
    }
  };
  await read(`manifests/${digest.replace(':', '-')}`);
  await read(`manifests/${digest.replace(':', '-')}.sig`);
  return content;
}

/** Token of an identity, which the authority of the tests believes. */
function token(): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: ISSUER,
    sub: SUBJECT,
    aud: 'sigstore',
    iat: now,
    exp: now + 600,
    email: SUBJECT,
    email_verified: true,
  };
  const parts = [{ alg: 'ES256', typ: 'JWT' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  return [...parts, Buffer.alloc(64).toString('base64url')].join('.');
}

/** Serves the authority and the log as Fulcio and Rekor do. */
async function serve({ certificate, entry, authority: root }: Sigstore) {
  const server = await startChartServer();
  server.answer(async (request, response) => {
    if (request.method !== 'POST') {
      response.writeHead(404).end();
      return;
    }
    const asked = (await json(request)) as Asked;
    const key = asked.publicKey ?? asked.publicKeyRequest?.publicKey;
    if (key !== undefined) {
      const leaf = certificate({ subject: SUBJECT, issuer: ISSUER, publicKey: publicKeyIn(key.content) });
      const certificates = [pem('CERTIFICATE', leaf), pem('CERTIFICATE', root)];
      const isNew = request.url === '/api/v2/signingCert';
      response
        .writeHead(isNew ? 200 : 201)
        .end(
          isNew
            ? JSON.stringify({ signedCertificateEmbeddedSct: { chain: { certificates } } })
            : certificates.join(''),
        );
      return;
    }
    const made = entry(logged(asked), new Date());
    const id = made.root;
    response
      .writeHead(201, { location: `/api/v1/log/entries/${id}`, etag: id, 'content-type': 'application/json' })
      .end(
        JSON.stringify({
          [id]: {
            body: made.body,
            integratedTime: made.integratedTime,
            logID: made.logId,
            logIndex: made.logIndex,
            verification: {
              signedEntryTimestamp: made.promise,
              inclusionProof: {
                checkpoint: made.checkpoint,
                hashes: [],
                logIndex: 0,
                rootHash: made.root,
                treeSize: 1,
              },
            },
          },
        }),
      );
  });
  return server;
}

/** Request to the authority, of older and of newer clients; one without a key is for the log. */
interface Asked {
  readonly publicKey?: { readonly content: string };
  readonly publicKeyRequest?: { readonly publicKey: { readonly content: string } };
}

/** Public key in PEM, or that in base64. */
function publicKeyIn(content: string) {
  return createPublicKey(content.startsWith('-----') ? content : Buffer.from(content, 'base64'));
}

/** Entry of a log, as it is kept, of a proposed one. */
function logged(proposed: object): object {
  const { kind, spec } = proposed as {
    kind: string;
    spec: { proposedContent?: { envelope: string; verifiers: string[] } };
  };
  if (kind !== 'dsse' || spec.proposedContent === undefined) {
    return proposed;
  }
  const { envelope, verifiers } = spec.proposedContent;
  const { payload, signatures } = JSON.parse(envelope) as { payload: string; signatures: { sig: string }[] };
  const hashOf = (content: string | Buffer) => ({
    algorithm: 'sha256',
    value: hash('sha256', content),
  });
  return {
    apiVersion: '0.0.1',
    kind,
    spec: {
      envelopeHash: hashOf(envelope),
      payloadHash: hashOf(Buffer.from(payload, 'base64')),
      signatures: signatures.map(({ sig }, index) => ({ signature: sig, verifier: verifiers[index] })),
    },
  };
}
