import type { KubeObject } from '../../src/kube/object.ts';
import { CLAIMS } from '../../src/objects/core.ts';
import { installObjects } from './endstate.ts';
import { isOwnSecret } from './installrules.ts';
import type { View } from './view.ts';

/** Objects that a version of an install consists of, except rules: uid, and content but for claims, which others write. */
export function madeIn(view: View): ReadonlySet<string> {
  const objects = installObjects(view).filter((object) => !isOwnSecret(object));
  return new Set(objects.map(lineOf));
}

/** Whether a view has all objects in the inventory of an install. */
export function isWhole(view: View, install: string): boolean {
  const made = new Set([...installObjects(view), ...view.rules.values()].map(({ metadata: { uid } }) => uid));
  const { inventory = [] } = view.installs.get(install)?.status ?? {};
  return inventory.every(({ uid }) => uid !== undefined && made.has(uid));
}

function lineOf(object: KubeObject): string {
  const { kind, metadata, spec, data } = object as KubeObject & {
    readonly spec?: unknown;
    readonly data?: unknown;
  };
  const content = kind === CLAIMS.kind ? {} : { spec, data };
  return JSON.stringify({ kind, name: metadata.name, uid: metadata.uid, ...content });
}
