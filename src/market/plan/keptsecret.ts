import type { ObjectDraft } from '../../kube/object.ts';
import type { Secret } from '../../objects/core.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import type { Kept } from '../expand/expansion.ts';
import { keptSchema } from '../expand/kept.ts';
import { withSuffix } from '../expand/name.ts';
import { labelsOf, ownerOf } from '../owned.ts';

const KEY = 'kept.json';

/** Name of the Secret in which an install keeps what was kept once. */
export function keptName({ metadata }: MarketInstall): string {
  return withSuffix(metadata.name, 'kept');
}

/** The Secret in which an install keeps what was kept once. */
export function keptDraft(install: MarketInstall, kept: Kept): ObjectDraft {
  const { namespace } = install.metadata;
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: keptName(install),
      ...(namespace === undefined ? {} : { namespace }),
      labels: labelsOf(install),
      ownerReferences: [ownerOf(install)],
    },
    type: 'stoa.dev/kept',
    data: { [KEY]: Buffer.from(JSON.stringify(kept)).toString('base64') },
  };
}

/** What a Secret keeps; undefined where somebody has spoiled it. */
export function keptIn({ data = {} }: Secret): Kept | undefined {
  try {
    return keptSchema.parse(JSON.parse(Buffer.from(data[KEY] ?? '', 'base64').toString()));
  } catch {
    return undefined;
  }
}
