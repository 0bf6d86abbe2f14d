import { expect, it } from 'vitest';
import { KubeClient } from '../../../src/kube/client.ts';
import { KubeError } from '../../../src/kube/error.ts';
import type { KubeRequest } from '../../../src/kube/request.ts';
import { DEFAULT_PORTS, type PortRange } from '../../../src/names/ports.ts';
import type { TeamPolicy } from '../../../src/names/team.ts';
import { createAccessCheck } from '../../../src/rest/guard/access.ts';
import type { AuthenticatedCaller } from '../../../src/rest/guard/guard.ts';
import { Problem } from '../../../src/rest/problem/problem.ts';
import type { Region } from '../../../src/rest/region.ts';
import { resolveScope, resolveTeam } from '../../../src/rest/scope.ts';
import { nameRules } from '../../support/namerules.ts';
import { BY_NAME, LABELLED } from '../../support/names.ts';

const SHOP = { metadata: { name: 'ns-shop', labels: { 'stoa.dev/team': 'shop' } } };

const APPLICATION = { metadata: { name: 'app', namespace: 'ns-shop' }, spec: { id: 1 } };

/** Rights of a caller. */
type Rights = 'none' | 'all' | 'knows teams';

/** Answer to a review of rules, of which the server names none, or of one right. */
function reviewOf(rights: Rights, right: { readonly resource?: string } = {}): object {
  const allowed = rights === 'all' || (rights === 'knows teams' && right.resource === 'namespaces');
  return { status: { allowed } };
}

function listOf(rights: Rights, path: string, selector: string | undefined): object {
  if (path === '/api/v1/namespaces') {
    return { metadata: {}, items: selector === 'stoa.dev/team=shop' ? [SHOP] : [] };
  }
  if (rights !== 'all') {
    throw new KubeError({ type: 'forbidden' }, 'x');
  }
  return { metadata: {}, items: path.includes('/ns-shop/') ? [APPLICATION] : [] };
}

/** A region with one team, as a caller sees it; `calls` are those that reach its API server. */
function region(
  rights: Rights,
  isWatched: boolean,
  {
    ports,
    offered,
    policy = LABELLED,
  }: {
    readonly ports?: readonly PortRange[];
    readonly offered?: readonly PortRange[];
    readonly policy?: TeamPolicy;
  } = {},
) {
  const calls: string[] = [];
  const clientAs = (who: string) => {
    const call = async ({ method, path, query, body }: KubeRequest) => {
      const text = `${who}: ${method} ${path}${query?.labelSelector ? ` ${query.labelSelector}` : ''}`;
      const { spec } = (body ?? {}) as { spec?: { namespace?: string; resourceAttributes?: object } };
      calls.push(`${text} ${spec?.namespace ?? JSON.stringify(spec?.resourceAttributes ?? {})}`);
      return path.includes('review')
        ? reviewOf(rights, spec?.resourceAttributes)
        : listOf(rights, path, query?.labelSelector);
    };
    const unused = () => Promise.reject(new Error('unused'));
    return new KubeClient({ call, open: unused, close: unused });
  };
  const watched = {
    isCurrent: () => true,
    namespacesOf: (team: string) => (team === 'shop' ? [SHOP] : []),
    applicationsIn: () => [APPLICATION],
    offeredPorts: () => offered,
  };
  const caller = {
    region: {
      name: 'local',
      client: clientAs('service'),
      ports,
      names: nameRules({ teamPolicy: policy }),
      ...(isWatched ? { watched } : {}),
    } as unknown as Region,
    caller: { user: 'ada', groups: [] },
    client: clientAs('caller'),
    regions: [],
    sharer: 'u',
    leave: () => undefined,
    again: async () => undefined,
  } satisfies AuthenticatedCaller;
  const hasAccess = createAccessCheck();
  const outcomeOf = async (scope: () => Promise<{ readonly namespace: string }>) => {
    calls.length = 0;
    const result = await scope().then(
      ({ namespace }) => namespace,
      (error: unknown) => (error instanceof Problem ? `${error.problem}: ${error.message}` : String(error)),
    );
    return { result, calls: [...calls] };
  };
  return {
    offeredPorts: async () => (await resolveTeam(caller, 'shop', hasAccess)).ports,
    application: (team: string) =>
      outcomeOf(() => resolveScope(caller, { team_id: team, region_name: 'local', app_id: '1' }, hasAccess)),
    team: (team: string) => outcomeOf(() => resolveTeam(caller, team, hasAccess)),
  };
}

/** Calls without the names that differ by team. */
function anonymous(calls: readonly string[], team: string): string[] {
  return calls.map((call) =>
    call.replace(/ns-shop|stoa-absent-[0-9a-f]+/g, 'NS').replace(`=${team}`, '=TEAM'),
  );
}

it.each([
  ['application', 'of the watched state', true, LABELLED],
  ['application', 'of the API server', false, LABELLED],
  ['team', 'of the watched state', true, LABELLED],
  ['team', 'of the API server', false, LABELLED],
  ['team', 'of the watched state, by name', true, BY_NAME],
  ['team', 'of the API server, by name', false, BY_NAME],
] as const)(
  'makes the same calls and answers for a team that exists and one that does not: %s %s',
  async (what, _, isWatched, policy) => {
    const { [what]: resolve } = region('none', isWatched, { policy });
    const [first, again, absent, absentAgain] = [
      await resolve('shop'),
      await resolve('shop'),
      await resolve('none'),
      await resolve('none'),
    ];
    expect(first.result).toMatch(/^forbidden: .* team shop;/);
    expect(absent.result).toBe(first.result.replace('team shop', 'team none'));
    expect(anonymous(absent.calls, 'none')).toEqual(anonymous(first.calls, 'shop'));
    expect(anonymous(absentAgain.calls, 'none')).toEqual(anonymous(again.calls, 'shop'));
    expect(first.calls.length).toBeGreaterThan(2);
  },
);

it('says that there is no team to who may know', async () => {
  expect((await region('knows teams', true).application('none')).result).toMatch(
    /^teamNotFound: .*kubectl label namespace NAMESPACE stoa\.dev\/team=TEAM/,
  );
  expect((await region('knows teams', true).application('shop')).result).toMatch(/^forbidden: /);
});

it('takes only a review of a member, who waits for nothing else', async () => {
  const { application: resolve } = region('all', true);
  expect((await resolve('shop')).result).toBe('ns-shop');
  const { result, calls } = await resolve('shop');
  expect([result, calls]).toEqual(['ns-shop', []]);
});

it.each<[string, boolean, Parameters<typeof region>[2], readonly PortRange[]]>([
  ['of the configuration, where the operator has written down none', true, { ports: [] }, []],
  ['that the operator has written down', true, { ports: DEFAULT_PORTS, offered: [] }, []],
  ['by default, where the operator has written down none', true, {}, DEFAULT_PORTS],
  ['by default, where nothing is watched', false, {}, DEFAULT_PORTS],
])('offers the ports %s', async (_, isWatched, settings, expected) => {
  expect(await region('all', isWatched, settings).offeredPorts()).toEqual(expected);
});
