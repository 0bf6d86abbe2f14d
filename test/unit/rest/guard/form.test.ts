import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valueOfForm } from '../../../../src/rest/guard/form.ts';

describe('a form', () => {
  it.each([
    ['', {}],
    ['protocol=http', { protocol: 'http' }],
    ['a=1&a=2', { a: '2' }],
    ['a=+b+%26%20&c=', { a: ' b & ', c: '' }],
    [
      'http.service_id=web&http.container_port=80&protocol=http',
      { http: { service_id: 'web', container_port: '80' }, protocol: 'http' },
    ],
    ['service_ids[0]=a&service_ids[1]=b', { service_ids: ['a', 'b'] }],
    ['service_ids[1]=b&service_ids[0]=a', { service_ids: ['a', 'b'] }],
    ['service_ids%5B9999%5D=b', { service_ids: ['b'] }],
    [
      'http.rule_extensions[0].key=httptohttps&http.rule_extensions[0].value=true',
      { http: { rule_extensions: [{ key: 'httptohttps', value: 'true' }] } },
    ],
    ['a[x]=1&b[]=2&c]=3&d[0]x=4', { 'a[x]': '1', 'b[]': '2', 'c]': '3', 'd[0]x': '4' }],
    ['a=1&a.b=2', { a: { b: '2' } }],
    ['a.b=2&a=1', { a: '1' }],
    ['a.b.c.d.e.f=1&a.b.c.d.e.f.g=2', { a: { b: { c: { d: { e: { f: '1' } } } } }, 'a.b.c.d.e.f.g': '2' }],
  ])('%s stands for %j', (text, value) => {
    expect(valueOfForm(text)).toEqual(value);
  });

  it('of JSON is refused with the way out', () => {
    expect(() => valueOfForm(' {"protocol": "http"}')).toThrow(
      'send the header Content-Type: application/json',
    );
  });

  it('reaches no prototype', () => {
    const value = valueOfForm('__proto__.polluted=1&constructor.prototype.polluted=1');
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor']);
    expect(({} as { readonly polluted?: unknown }).polluted).toBeUndefined();
  });

  it('of any text is JSON of bounded depth', () => {
    const name = fc.stringMatching(/^[a-c.[\]0-3]{0,20}$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.string())), (pairs) => {
        const value = valueOfForm(new URLSearchParams(pairs).toString());
        expect(JSON.parse(JSON.stringify(value))).toEqual(value);
        expect(depthOf(value)).toBeLessThanOrEqual(7);
      }),
    );
  });
});

function depthOf(value: unknown): number {
  return typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map(depthOf))
    : 0;
}
