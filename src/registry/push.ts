import { digestOf } from '../base/hash.ts';
import type { StoreRefusal } from '../store/refusal.ts';
import { httpUrl, onlyHeader } from './ask.ts';
import { type Blob, MANIFEST_TYPE } from './manifest.ts';
import type { RegistryClient } from './registryclient.ts';

/** Content with its media type. */
interface TypedContent {
  readonly mediaType: string;
  readonly bytes: Buffer;
}

/** Artifact to push: its configuration, its only layer, and what its manifest says of it. */
interface PushedArtifact {
  readonly config: TypedContent;
  readonly layer: TypedContent;
  readonly annotations: Readonly<Record<string, string>>;
}

type Pushed = { readonly type: 'pushed'; readonly digest: string } | StoreRefusal;

/** Pushes an artifact under a tag; the manifest goes last, so that nobody finds a part. Throws only the reason of `signal`. */
export async function push(
  client: RegistryClient,
  { config, layer, annotations }: PushedArtifact,
  tag: string,
  signal: AbortSignal,
): Promise<Pushed> {
  for (const { bytes } of [config, layer]) {
    const pushed = await pushBlob(client, bytes, signal);
    if (pushed.type !== 'pushed') {
      return pushed;
    }
  }
  const manifest = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: MANIFEST_TYPE,
      artifactType: layer.mediaType,
      config: blobOf(config),
      layers: [blobOf(layer)],
      annotations,
    }),
  );
  const url = client.urlOf(`manifests/${tag}`);
  const put = await client.send(
    { url, method: 'PUT', contentType: MANIFEST_TYPE, content: manifest },
    signal,
  );
  return put.type === 'content' ? { type: 'pushed', digest: digestOf(manifest) } : put;
}

function blobOf({ mediaType, bytes }: TypedContent): Blob {
  return { mediaType, digest: digestOf(bytes), size: bytes.length };
}

async function pushBlob(client: RegistryClient, content: Buffer, signal: AbortSignal): Promise<Pushed> {
  const digest = digestOf(content);
  const started = client.urlOf('blobs/uploads/');
  const post = await client.send({ url: started, method: 'POST' }, signal);
  if (post.type !== 'content') {
    return post;
  }
  const url = httpUrl(onlyHeader(post, 'location') ?? '', started);
  // What is uploaded to another origin would need a credential there.
  if (url === undefined || url.origin !== started.origin) {
    return { type: 'redirected-astray' };
  }
  url.searchParams.set('digest', digest);
  const contentType = 'application/octet-stream';
  const put = await client.send({ url, method: 'PUT', contentType, content }, signal);
  return put.type === 'content' ? { type: 'pushed', digest } : put;
}
