import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Pinned } from '../../api/marketinstall.ts';
import type { ObjectDraft } from '../../kube/object.ts';
import type { Secret } from '../../objects/core.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import type { StoreHub } from '../../store/response.ts';
import { hash, withSuffix } from '../expand/name.ts';
import { labelsOf, ownerOf } from '../owned.ts';

/** What a store gave for one version of a model: all that an install ever takes from it. */
export interface TemplateContent {
  /** The model, byte for byte. */
  readonly template: string;
  readonly hub?: StoreHub;
}

/** A template and the Secret that keeps it. */
export interface Pin {
  readonly pinned: Pinned;
  readonly draft: ObjectDraft;
}

/** Type of the Secrets that keep templates. */
export const TEMPLATE_TYPE = 'stoa.dev/template';

const TEMPLATE = 'template.json.gz';
const HUB = 'hub.json';

// A model of 1 MB keeps a core busy for 30 ms: not that of the event loop.
const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Bytes that fit into a Secret, which may have 1 MiB in all. */
const MAX_BYTES = 1_000_000;

/** The Secret that keeps what a store gave, named by what is in it; undefined where it does not fit into one. */
export async function pinOf(
  install: MarketInstall,
  { template, hub }: TemplateContent,
): Promise<Pin | undefined> {
  const bytes = Buffer.from(template);
  const packed = await pack(bytes);
  if (packed.length > MAX_BYTES) {
    return undefined;
  }
  const hex = createHash('sha256').update(bytes).digest('hex');
  const { name: installName, namespace } = install.metadata;
  // The Secret cannot be changed: with other credentials for the same template, it must be another.
  const mark = hub === undefined ? hex : hash(`${hex}/${JSON.stringify(hub)}`, 12);
  const name = withSuffix(installName, `template-${mark.slice(0, 12)}`);
  return {
    pinned: {
      version: install.spec.appModelVersion,
      digest: `sha256:${hex}`,
      size: bytes.length,
      secretName: name,
    },
    draft: {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {
        name,
        ...(namespace === undefined ? {} : { namespace }),
        labels: labelsOf(install),
        ownerReferences: [ownerOf(install)],
      },
      type: TEMPLATE_TYPE,
      immutable: true,
      data: {
        [TEMPLATE]: packed.toString('base64'),
        ...(hub === undefined ? {} : { [HUB]: Buffer.from(JSON.stringify(hub)).toString('base64') }),
      },
    },
  };
}

/** What a Secret keeps, if it is what `pinned` says; undefined where somebody has changed it. */
export async function contentOf(
  { data = {} }: Secret,
  { digest }: Pinned,
): Promise<TemplateContent | undefined> {
  const packed = data[TEMPLATE];
  const bytes = packed === undefined ? undefined : await unpacked(Buffer.from(packed, 'base64'));
  if (bytes === undefined || `sha256:${createHash('sha256').update(bytes).digest('hex')}` !== digest) {
    return undefined;
  }
  const hub = data[HUB];
  return {
    template: bytes.toString(),
    ...(hub === undefined ? {} : { hub: JSON.parse(Buffer.from(hub, 'base64').toString()) as StoreHub }),
  };
}

async function unpacked(packed: Buffer): Promise<Buffer | undefined> {
  try {
    return await unpack(packed);
  } catch {
    return undefined;
  }
}
