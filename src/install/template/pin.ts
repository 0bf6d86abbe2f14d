import { isDeepStrictEqual, promisify } from 'node:util';
import { gunzip, gzip, type ZlibOptions } from 'node:zlib';
import { z } from 'zod';
import type { Pinned } from '../../api/marketinstall.ts';
import { withSuffix } from '../../base/dnslabel.ts';
import { present } from '../../base/fields.ts';
import { digestOf, shortHash } from '../../base/hash.ts';
import type { ObjectDraft } from '../../kube/object.ts';
import type { Secret } from '../../objects/core.ts';
import { secretData, secretText } from '../../objects/secret.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import type { SourceContent } from '../../source/source.ts';
import { MAX_MEBIBYTES } from '../../store/body.ts';
import type { StoreHub } from '../../store/response.ts';
import { ownerLabels } from '../owned.ts';

/** Pinned template with the Secrets that hold it. */
export interface Pin {
  readonly pinned: Pinned;
  /** Secret with the first part. */
  readonly draft: ObjectDraft;
  /** Secrets with the other parts of one that is too large for a Secret. */
  readonly more: readonly ObjectDraft[];
}

/** Type of the Secrets that hold templates. */
export const TEMPLATE_TYPE = 'stoa.dev/template';

const TEMPLATE = 'template.json.gz';
const CHART = 'chart.tgz';
const HUB = 'hub.json';
const PUBLISHED_WITH = 'published-with';

/** Schema of a stored registry. */
const hubSchema: z.ZodType<StoreHub> = z.object({
  url: z.string(),
  user: z.string().exactOptional(),
  password: z.string().exactOptional(),
  namespace: z.string().exactOptional(),
});

// Compression of a model of 1 MB takes 30 ms: in the thread pool, not on the event loop.
const pack = promisify(gzip);
const unpack = promisify<Buffer, ZlibOptions, Buffer>(gunzip);

/** Most bytes of a template: no store's answer is larger. */
const MAX_TEMPLATE = MAX_MEBIBYTES * 2 ** 20;

/** Bytes of a part of a template: a Secret has at most 1 MiB in all. */
const PART_BYTES = 1_000_000;

/** Names of the Secrets that hold a template, the first part first. */
export function partNames({ secretName, parts = 1 }: Pinned): readonly string[] {
  return Array.from({ length: parts }, (_, index) =>
    index === 0 ? secretName : `${secretName}-${index + 1}`,
  );
}

/** Secrets of a fetched model, named by a digest of its content. */
export async function pinOf(install: MarketInstall, content: SourceContent): Promise<Pin> {
  const { hub, publishedWith } = 'template' in content ? content : {};
  const [key, bytes, packed] = await packedFor(content);
  const digest = digestOf(bytes);
  const hex = digest.replace('sha256:', '');
  // The Secrets are immutable: another registry or release for the same template needs another name.
  const beside = [hub, publishedWith]
    .filter((each) => each !== undefined)
    .map((each) => JSON.stringify(each));
  const mark = beside.length === 0 ? hex : shortHash([hex, ...beside].join('/'), 12);
  const parts = partsOf(packed);
  const { appModelVersion: version } = install.spec;
  const resolved = 'archive' in content ? content.version : undefined;
  const pinned = {
    version,
    digest,
    size: bytes.length,
    secretName: withSuffix(install.metadata.name, `template-${mark.slice(0, 12)}`),
    ...present({
      resolved: resolved === version ? undefined : resolved,
      parts: parts.length === 1 ? undefined : parts.length,
      signedBy: content.signedBy,
    }),
  };
  const [draft, ...more] = partNames(pinned).map((name, index) =>
    secretDraft(install, name, {
      [key]: (parts[index] ?? Buffer.alloc(0)).toString('base64'),
      ...(hub === undefined || index > 0 ? {} : secretData({ [HUB]: JSON.stringify(hub) })),
      ...(publishedWith === undefined || index > 0 ? {} : secretData({ [PUBLISHED_WITH]: publishedWith })),
    }),
  ) as [ObjectDraft, ...ObjectDraft[]];
  return { pinned, draft, more };
}

function partsOf(packed: Buffer): readonly Buffer[] {
  const count = Math.max(Math.ceil(packed.length / PART_BYTES), 1);
  return Array.from({ length: count }, (_, index) =>
    packed.subarray(index * PART_BYTES, (index + 1) * PART_BYTES),
  );
}

function secretDraft(
  install: MarketInstall,
  name: string,
  data: Readonly<Record<string, string>>,
): ObjectDraft {
  const { namespace } = install.metadata;
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name,
      ...present({ namespace }),
      // Without an owner, as the allocations: a backup brings it back.
      labels: ownerLabels(install),
    },
    type: TEMPLATE_TYPE,
    immutable: true,
    data,
  };
}

/** Key of a Secret for a content, with the bytes whose digest is pinned, and those that are stored. */
async function packedFor(content: SourceContent): Promise<readonly [key: string, Buffer, Buffer]> {
  if ('archive' in content) {
    const bytes = Buffer.from(content.archive);
    return [CHART, bytes, bytes];
  }
  const bytes = Buffer.from(content.template);
  return [TEMPLATE, bytes, await pack(bytes)];
}

/** Content in the Secrets of a pin; undefined where the first is another, or the content is not that of the pin. */
export async function pinnedContent(
  secrets: readonly Secret[],
  pinned: Pinned,
): Promise<SourceContent | undefined> {
  const [secret] = secrets;
  if (secret === undefined || !isPin(secret.metadata.uid, pinned)) {
    return undefined;
  }
  const { digest, size } = pinned;
  const isChart = secret.data?.[CHART] !== undefined;
  const packed = joined(secrets, isChart ? CHART : TEMPLATE);
  const bytes = isChart || packed === undefined ? packed : await unpacked(packed, size);
  if (bytes === undefined || digestOf(bytes) !== digest) {
    return undefined;
  }
  if (isChart) {
    return { archive: bytes };
  }
  const written = secretText(secret, HUB);
  const hub = written === undefined ? undefined : hubIn(written);
  if (written !== undefined && hub === undefined) {
    return undefined;
  }
  return {
    template: bytes.toString(),
    ...present({ hub, publishedWith: secretText(secret, PUBLISHED_WITH) }),
  };
}

/** Bytes at a key of several Secrets, one after the other; undefined where one lacks it. */
function joined(secrets: readonly Secret[], key: string): Buffer | undefined {
  const parts = secrets.map(({ data }) => data?.[key]);
  return parts.includes(undefined)
    ? undefined
    : Buffer.concat(parts.map((part = '') => Buffer.from(part, 'base64')));
}

/** Registry in a Secret, which any user of the namespace can have created; undefined where it is none. */
function hubIn(json: string): StoreHub | undefined {
  try {
    return hubSchema.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

/**
 * Whether a Secret that a draft was applied to has the data of the draft, and nothing else. What a user has created
 * under the name before can have a registry that the store does not name.
 */
export function holdsOnly({ data = {} }: Secret, draft: ObjectDraft): boolean {
  return isDeepStrictEqual(data, draft.data);
}

/** Whether a Secret with this uid is the pinned one; a pin of an older version of Stoa has no uid. */
export function isPin(uid: string, { secretUid }: Pinned): boolean {
  return secretUid === undefined || secretUid === uid;
}

/** Text of `size` bytes; undefined where more or something else was packed. */
async function unpacked(packed: Buffer, size: number): Promise<Buffer | undefined> {
  try {
    return await unpack(packed, { maxOutputLength: Math.max(Math.min(size, MAX_TEMPLATE), 1) });
  } catch {
    return undefined;
  }
}
