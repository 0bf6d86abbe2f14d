import { expect, it } from 'vitest';
import type { Problem } from '../../../../../src/rest/problem/problem.ts';
import { newRuleBody } from '../../../../../src/rest/resources/rules/request.ts';
import { newSpec } from '../../../../../src/rest/resources/rules/spec.ts';

function specWith(key: string) {
  const http = {
    service_id: 'web',
    container_port: 80,
    domain_name: 'a.example.com',
    configuration: { set_headers: [{ key, value: 'a.example.com' }] },
  };
  return newSpec(newRuleBody.read({ protocol: 'http', http }), 1, undefined);
}

it.each(['Connection', 'te', 'Proxy-Connection'])(
  'refuses the header %s by its name in the contract',
  (key) => {
    const fields = [
      {
        field: 'http.configuration.set_headers.0.key',
        message: expect.stringContaining('the proxy decides on them'),
      },
    ];
    expect(() => specWith(key)).toThrow(expect.objectContaining({ problem: 'invalid', fields }) as Problem);
  },
);

it('takes Host, which names the host for the component', () => {
  expect(specWith('Host').http?.configuration?.setHeaders).toEqual([{ key: 'Host', value: 'a.example.com' }]);
});
