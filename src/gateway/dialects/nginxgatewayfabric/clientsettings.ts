import { objectOf, type Rendered } from '../../object.ts';
import type { ListenerGroup } from '../group.ts';
import { referenceToRoute } from '../parts.ts';
import { CLIENT_SETTINGS } from './resources.ts';
import { nginxMebibytes } from './units.ts';

/** The limit of requests; nginx's own is 1 MiB, so that no limit, which is 0, is written too. */
export function clientSettings(group: ListenerGroup): readonly Rendered[] {
  const { proxyBodySize } = group.settings;
  if (proxyBodySize === undefined) {
    return [];
  }
  const body = { maxSize: proxyBodySize === 0 ? '0' : nginxMebibytes(proxyBodySize).text };
  return [objectOf(group, CLIENT_SETTINGS, { targetRef: referenceToRoute(group), body })];
}
