import type { Cache } from '../controller/cache.ts';
import { type KubeObject, keyOf, type ObjectDraft } from '../kube/object.ts';
import type { AppliedObjects } from '../objects/applies.ts';

/** Apply of a draft: notes the answer, and keeps it in the cache of its kind. Throws what `send` throws. */
export async function applyNoted<T extends KubeObject>(
  applies: AppliedObjects,
  cache: Cache<T, string> | undefined,
  draft: ObjectDraft,
  send: () => Promise<T>,
): Promise<void> {
  const before = cache?.store.get(keyOf(draft));
  const written = await send();
  applies.noteAnswer(draft, cache?.storedForm(written) ?? written, before);
  cache?.wrote(written);
}
