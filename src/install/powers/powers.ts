import type { Mask } from '../../objects/mask.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import { host } from './host.ts';
import { images } from './images.ts';
import { network } from './network.ts';
import { nodes } from './nodes.ts';
import { others } from './others.ts';
import { type PlannedPods, podsOf } from './pods.ts';
import { ports } from './ports.ts';
import { distinct, type Power } from './power.ts';
import { reads } from './reads.ts';
import { rights } from './rights.ts';
import { root } from './root.ts';
import { volumes } from './volumes.ts';

/** Finder of powers about one topic in objects, and in their pods. */
type Finder = (pods: readonly PlannedPods[], objects: readonly PlannedObject[]) => Iterable<Power>;

/** Finders of powers. To add a topic: name it in `api/powers.ts`, give it a file here, and name that. */
const FINDERS: readonly Finder[] = [
  ...[images, ports, volumes, reads, rights, host, root, network, nodes],
  (_, objects) => others(objects),
];

/**
 * Powers of a version, by its objects as they are planned, and by those that its tests add; statuses show them, so that
 * secret values are masked. Pure.
 */
export function powersOf(
  objects: readonly PlannedObject[],
  ofTests: readonly PlannedObject[] = [],
  mask: Mask = (text) => text,
): readonly Power[] {
  return distinct(all(objects, ofTests), mask);
}

function* all(objects: readonly PlannedObject[], ofTests: readonly PlannedObject[]): Iterable<Power> {
  yield* found(objects);
  if (ofTests.length > 0) {
    // What a test brings along is not there for the others.
    yield* found([...objects, ...ofTests]);
  }
}

function* found(objects: readonly PlannedObject[]): Iterable<Power> {
  const pods = podsOf(objects);
  for (const find of FINDERS) {
    yield* find(pods, objects);
  }
}
