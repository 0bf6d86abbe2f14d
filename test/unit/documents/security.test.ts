import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Permission } from '../../../src/kube/permissions.ts';
import { granted } from '../../support/access.ts';

const page = readFileSync(new URL('../../../docs/security.md', import.meta.url), 'utf8');

/** A right of a table, each verb of each resource by itself. */
function explained(heading: string): string[] {
  const [, section = ''] = page.split(`### ${heading}\n`);
  const [table = ''] = section.split(/^#/m);
  return table.split('\n').flatMap((line) => {
    const [, resources, group = '', namespace = 'everywhere', verbs] =
      /^\| (`.+`) of `([^`]+)`(?: in `([^`]+)`)? +\| ([a-z, ]+?) +\|/.exec(line) ?? [];
    const names = [...(resources ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    return names.flatMap((name) =>
      (verbs ?? '').split(', ').map((verb) => `${verb} ${name} of ${group} ${namespace}`),
    );
  });
}

function words({ group, resource, verbs, namespace = 'everywhere' }: Permission): string[] {
  return verbs.map((verb) => `${verb} ${resource} of ${group || 'core'} ${namespace}`);
}

it.each([
  ['The operator', 'stoa-operator'],
  ['The REST API', 'stoa-rest'],
])('%s: docs/security.md explains each right that it has, and no other', (heading, account) => {
  expect(explained(heading).toSorted()).toEqual(granted(account).flatMap(words).toSorted());
});
