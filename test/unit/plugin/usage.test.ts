import { it } from 'vitest';
import { usage } from '../../../src/plugin/usage.ts';
import { expectGolden } from './support.ts';

it('the usage text lists all verbs and options', () => {
  expectGolden('usage', usage().trimEnd().split('\n'));
});
