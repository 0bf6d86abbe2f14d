import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Permission } from '../../../src/kube/permissions.ts';
import { granted, ROLES } from '../../support/access.ts';

const page = readFileSync(new URL('../../../docs/security.md', import.meta.url), 'utf8');

/** Permissions in a table, one per verb and resource. A row may have resources of several groups. */
function explained(heading: string): string[] {
  const [, section = ''] = page.split(`### ${heading}\n`);
  const [table = ''] = section.split(/^#/m);
  return table.split('\n').flatMap((line) => {
    const [, resources, verbs] = /^\| (`.*?) +\| ([a-z, ]+?) +\|/.exec(line) ?? [];
    const objects = (resources?.split('; ') ?? []).flatMap(objectsIn);
    return (verbs ?? '').split(', ').flatMap((verb) => objects.map((object) => `${verb} ${object}`));
  });
}

/** Resources of one group, as `a`, `b` named `c` of `group` in `namespace`. */
function objectsIn(text: string): string[] {
  const [, resources, named = '', group, namespace = 'everywhere'] =
    /^(`[^`]+`(?:, `[^`]+`)*)( named `[^`]+`)? of `([^`]+)`(?: in `([^`]+)`)?$/.exec(text) ?? [];
  const names = [...(resources ?? text).matchAll(/`([^`]+)`/g)].map(([, name]) => name);
  return names.map((name) => `${name}${named.replaceAll('`', '')} of ${group} ${namespace}`);
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
