import { describe, expect, it } from 'vitest';
import { KubeClient } from '../../../src/kube/client.ts';
import type { KubeRequest } from '../../../src/kube/request.ts';
import type { TeamPolicy } from '../../../src/names/team.ts';
import { namespacesOf, teamNamespaces } from '../../../src/rest/team.ts';
import { BY_NAME, LABELLED, namespaceOf } from '../../support/names.ts';

const NAMESPACES = [
  namespaceOf('shop', {}, { team: null }),
  namespaceOf('books', {}, { team: 'shop' }),
  namespaceOf('kube-system', {}, { team: null }),
  namespaceOf('stoa-system', {}, { team: 'platform' }),
];

/** Client of an API server that selects by one label, or by the name. */
const service = new KubeClient({
  call: async ({ query }: KubeRequest) => {
    const [, team] = query?.labelSelector?.split('=') ?? [];
    const [, name] = query?.fieldSelector?.split('=') ?? [];
    const items = NAMESPACES.filter(({ metadata }) => {
      const label = metadata.labels?.['stoa.dev/team'];
      return (
        (query?.labelSelector === undefined || (label !== undefined && (team ?? label) === label)) &&
        (name ?? metadata.name) === metadata.name
      );
    });
    return { metadata: {}, items };
  },
  open: () => Promise.reject(new Error('nothing is watched')),
  close: () => Promise.resolve(),
});

async function namesOf(team: string, policy: TeamPolicy): Promise<readonly string[]> {
  return (await namespacesOf(service, team, policy)).map(({ metadata }) => metadata.name);
}

describe('the namespaces that the API server tells', () => {
  it.each([
    ['shop', LABELLED, ['books']],
    ['shop', BY_NAME, ['books', 'shop']],
    // Its label makes it another team, and its name none.
    ['books', BY_NAME, []],
    ['kube-system', BY_NAME, []],
    ['platform', BY_NAME, ['stoa-system']],
    ['stoa-system', BY_NAME, []],
    ['a,b=c', BY_NAME, []],
  ])('of the team %s', async (team, policy, names) => {
    expect(await namesOf(team, policy)).toEqual(names);
  });

  it.each([
    [LABELLED, ['books', 'stoa-system']],
    [BY_NAME, ['shop', 'books', 'stoa-system']],
  ])('of all teams, by %j', async (policy, names) => {
    const found = await teamNamespaces(service, policy);
    expect(found.map(({ metadata }) => metadata.name)).toEqual(names);
  });
});
