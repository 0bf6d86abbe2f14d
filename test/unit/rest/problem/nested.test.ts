import { expect, it } from 'vitest';
import { nestedErrors } from '../../../../src/rest/problem/body.ts';

it('problems are nested as their fields are', () => {
  const fields = [
    { field: 'http.service_id', message: 'is required' },
    { field: 'http.rule_extensions.0.key', message: 'a' },
    { field: 'http.service_id', message: 'is too long' },
    { field: 'http', message: 'b' },
    { field: 'body', message: 'c' },
    { field: '__proto__.x', message: 'd' },
  ];
  expect(JSON.stringify(nestedErrors(fields))).toBe(
    JSON.stringify({
      non_field_errors: ['c'],
      http: {
        non_field_errors: ['b'],
        service_id: ['is required', 'is too long'],
        rule_extensions: { 0: { key: ['a'] } },
      },
      ['__proto__']: { x: ['d'] },
    }),
  );
});
