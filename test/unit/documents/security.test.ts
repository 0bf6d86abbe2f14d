import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Permission } from '../../../src/kube/permissions.ts';
import { granted, ROLES } from '../../support/access.ts';

const page = readFileSync(new URL('../../../docs/security.md', import.meta.url), 'utf8');

/** Permissions in a table, one per verb and resource. */
function explained(heading: string): string[] {
  const [, section = ''] = page.split(`### ${heading}\n`);
  const [table = ''] = section.split(/^#/m);
  return table.split('\n').flatMap((line) => {
    const [, resources, named = '', group = '', namespace = 'everywhere', verbs] =
      /^\| (`[^`]+`(?:, `[^`]+`)*)( named `[^`]+`)? of `([^`]+)`(?: in `([^`]+)`)? +\| ([a-z, ]+?) +\|/.exec(
        line,
      ) ?? [];
    const names = [...(resources ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    return names.flatMap((name) =>
      (verbs ?? '')
        .split(', ')
        .map((verb) => `${verb} ${name}${named.replaceAll('`', '')} of ${group} ${namespace}`),
    );
  });
}

function words({ group, resource, verbs, namespace = 'everywhere', name }: Permission): string[] {
  const objects = name === undefined ? resource : `${resource} named ${name}`;
  return verbs.map((verb) => `${verb} ${objects} of ${group || 'core'} ${namespace}`);
}

/** Roles that the table below each heading explains, by name. */
const HEADINGS: readonly [heading: string, roles: RegExp][] = [
  ['The operator', /^stoa-operator$/],
  ['The REST API', /^stoa-rest$/],
  ['The account of installs', /^stoa-install(-monitors|-roles)?$/],
  ['The uninstall hook', /^stoa-retire$/],
  ['Members of teams', /^stoa-\w+-(editor|viewer)$/],
];

const names = [...new Set(ROLES.map(({ metadata }) => metadata.name))];

it.each(HEADINGS)('%s: docs/security.md explains each permission, and no other', (heading, roles) => {
  const rights = names.filter((name) => roles.test(name)).flatMap((name) => granted(name));
  expect(explained(heading).toSorted()).toEqual(rights.flatMap(words).toSorted());
});

it('every role is below a heading', () => {
  expect(names.filter((name) => !HEADINGS.some(([, roles]) => roles.test(name)))).toEqual([]);
});
