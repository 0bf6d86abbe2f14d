import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import type { MarketInstallStatus } from '../../src/api/marketinstall.ts';
import type { ObjectDraft, ObjectMeta } from '../../src/kube/object.ts';
import { aliasOf, componentIdOf } from '../../src/source/componentid.ts';
import type { Kept } from '../../src/source/kept.ts';
import { keptSchema } from '../../src/source/kept.ts';

const FILE = new URL('firstrelease.yaml', import.meta.url);

/** Install as the operator of the first release left it in a cluster. */
interface FirstRelease {
  readonly metadata: Readonly<Record<'name' | 'namespace' | 'uid', string>>;
  readonly status: MarketInstallStatus;
  readonly kept: Kept;
  /** Drafts of all objects but the Secret with what is kept. */
  readonly objects: readonly ObjectDraft[];
}

/**
 * Install of the first release with another uid, and in another namespace. The ids of its components are those that
 * today's code derives: with others, a test would find objects that nobody has.
 */
export async function firstReleaseOf({
  uid,
  namespace = '',
}: Pick<ObjectMeta, 'uid' | 'namespace'>): Promise<FirstRelease> {
  const text = await readFile(FILE, 'utf8');
  const { metadata, status } = parse(text) as FirstRelease;
  const renamed = (status.components ?? []).reduce((before, { key, id }) => {
    const next = componentIdOf(uid, key);
    return before.replaceAll(id, next).replaceAll(aliasOf(id), aliasOf(next));
  }, text);
  const moved = renamed.replaceAll(metadata.uid, uid).replaceAll(metadata.namespace, namespace);
  const release = parse(moved) as FirstRelease;
  return { ...release, kept: keptSchema.parse(release.kept) };
}
