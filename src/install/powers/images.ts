import { imagesOf, type PlannedPods } from './pods.ts';
import { type Power, power } from './power.ts';

/** Images that run: registry and repository, since the tag is what a version changes. */
export function images(pods: readonly PlannedPods[]): readonly Power[] {
  return pods.flatMap(imagesOf).map((image) => power('images', image));
}
