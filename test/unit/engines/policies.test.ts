import { expect, it } from 'vitest';
import { FEATURES, requestedFeatures } from '../../../src/engines/fields.ts';
import { ENGINES } from '../../../src/engines/index.ts';
import { groupNames, readGroup } from '../../support/golden.ts';

const GROUPS = groupNames().map(readGroup);

const CARRIED = ENGINES.flatMap(({ name, render, policies }) =>
  policies.flatMap(({ resource, carries }) =>
    carries.map((feature) => [`${name} ${feature}`, { render, resource, feature }] as const),
  ),
);

it.each(CARRIED)(
  '%s is rendered by the kind that is said to carry it',
  (_, { render, resource, feature }) => {
    const rendered = GROUPS.filter((group) => requestedFeatures(group).includes(feature)).map((group) =>
      render(group).objects.some((object) => object.resource === resource),
    );
    expect(rendered).toContain(true);
  },
);

it('no feature is carried by two kinds of one engine', () => {
  for (const { policies } of ENGINES) {
    const all = policies.flatMap(({ carries }) => carries);
    expect(all).toEqual([...new Set(all)]);
    expect(FEATURES).toEqual(expect.arrayContaining(all));
  }
});
