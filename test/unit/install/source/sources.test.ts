import { expect, it } from 'vitest';
import { applicationModel } from '../../../../src/install/source/applicationmodel.ts';
import { sourceOf } from '../../../../src/install/source/sources.ts';
import { installOf } from '../../../support/plans.ts';

it.each([undefined, 'rainstore', 'a type that is only recorded', '__proto__', 'toString'])(
  'a store of type %s has application models',
  (type) => {
    const { spec } = installOf();
    const market = { ...spec.market, ...(type === undefined ? {} : { type }) };
    expect(sourceOf({ ...spec, market })).toBe(applicationModel);
  },
);
