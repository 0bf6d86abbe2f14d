import { byAge } from '../../../objects/age.ts';
import { MARKET_INSTALLS, type MarketInstall } from '../../../objects/stoa.ts';
import { idOf } from '../../http/id.ts';
import { Problem } from '../../problem/problem.ts';
import type { Scope } from '../../scope.ts';

/** The installs of the application, the oldest first. */
export async function listInstalls({ client, namespace, application }: Scope): Promise<MarketInstall[]> {
  const installs = await client.list(MARKET_INSTALLS, { namespace });
  return installs.filter(({ spec }) => spec.appId === application.spec.id).toSorted(byAge);
}

/** The application's install with an id or a name; throws the Problem `installNotFound`. */
export async function findInstall(scope: Scope, id: string): Promise<MarketInstall> {
  const installs = await listInstalls(scope);
  const found =
    installs.find(({ metadata }) => idOf(metadata.uid) === id) ??
    installs.find(({ metadata }) => metadata.name === id);
  if (found === undefined) {
    throw new Problem('installNotFound', `install_id: the application has no install ${id}`);
  }
  return found;
}
