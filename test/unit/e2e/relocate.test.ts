import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allCases, type Case, readCases, rulesOf } from '../../e2e/case.ts';
import { relocate } from '../../e2e/relocate.ts';

const site = { suffix: 'c1.test', httpPort: 80, httpsPort: 443, tcpPorts: [18307, 18308, 18309] };
const all = allCases();

function caseNamed(name: string): Case {
  const found = all.find((one) => one.name === name);
  if (found === undefined) {
    throw new Error(`there is no case ${name}`);
  }
  return found;
}

describe('a relocated case', () => {
  it('can be any case, and keeps everything except names and ports', () => {
    expect(Object.values(readCases('gateway')).flat()).toHaveLength(38);
    for (const one of all) {
      const moved = relocate(one, site);
      expect(moved.requests).toHaveLength(one.requests.length);
      for (const body of rulesOf(moved)) {
        const host = body.http?.domain_name ?? site.suffix;
        expect(host === '$value' || host.endsWith(site.suffix)).toBe(true);
      }
    }
  });

  it('has unique hosts, with the same relation to each other', () => {
    const moved = relocate(caseNamed('exact-host-before-wildcard'), site);
    expect(rulesOf(moved).map(({ http }) => http?.domain_name)).toEqual([
      'bar.com.c1.test',
      'foo.bar.com.c1.test',
      '*.foo.com.c1.test',
      '*.bar.com.c1.test',
    ]);
    expect(moved.requests.at(-1)).toMatchObject({ host: 'no.matching.host.c1.test' });
  });

  it("keeps the port of a Host header, and has the gateway's port in a redirect", () => {
    const [, withPort] = relocate(caseNamed('host-header-with-port'), site).requests;
    expect(withPort).toMatchObject({ host: 'very.specific.com.c1.test:1234' });
    const redirect = caseNamed('https-redirect');
    const location = (httpsPort: number) => {
      const [request] = relocate(redirect, { ...site, httpsPort }).requests;
      return request !== undefined && 'host' in request ? request.expect.location : undefined;
    };
    expect(location(443)).toBe('https://www.https.com.c1.test/https');
    expect(location(18443)).toBe('https://www.https.com.c1.test:18443/https');
    expect(relocate(redirect, site).certificates).toEqual({ 1: ['www.https.com.c1.test'] });
  });

  it.each([
    ['https://old.example.com/a', 'https://old.example.com.c1.test:8443/a'],
    ['https://old.example.com:443/a', 'https://old.example.com.c1.test/a'],
    ['http://old.example.com:$http_port/a', 'http://old.example.com.c1.test:8080/a'],
    ['http://old.example.com:8083/a', 'http://old.example.com.c1.test:8083/a'],
    ['https://new.example.org:$https_port/a', 'https://new.example.org:8443/a'],
    ['https://new.example.org/a', 'https://new.example.org/a'],
  ])('leads from %s to %s', (location, expected) => {
    const template = caseNamed('redirect-to-host');
    const http = { service_id: 's', container_port: 80, domain_name: 'old.example.com' };
    const [request] = template.requests;
    const requests =
      request !== undefined && 'host' in request
        ? [{ ...request, expect: { ...request.expect, location } }]
        : [];
    const ports = { ...site, httpPort: 8080, httpsPort: 8443 };
    const [moved] = relocate({ ...template, rule: { protocol: 'http', http }, requests }, ports).requests;
    expect(moved).toMatchObject({ expect: { location: expected } });
  });

  it('has the ports of the gateway in place of its own', () => {
    const moved = relocate(caseNamed('two-listeners'), site);
    expect(rulesOf(moved).map(({ tcp }) => [tcp?.end_point, tcp?.default_port])).toEqual([
      ['0.0.0.0:18307', 18307],
      ['0.0.0.0:18308', 18308],
    ]);
    expect(moved.requests).toMatchObject([{ port: 18307 }, { port: 18308 }]);
  });

  it('changes only the accepted end points of its variations', () => {
    const { vary } = relocate(caseNamed('port-values'), site);
    expect(vary?.accept).toEqual(['0.0.0.0:18307']);
    expect(vary?.reject).toEqual(caseNamed('port-values').vary?.reject);
  });

  it('is rejected if the gateway has too few ports', () => {
    expect(() => relocate(caseNamed('two-listeners'), { ...site, tcpPorts: [1] })).toThrow('needs 2 ports');
  });

  it('never has the same name for two hosts', () => {
    const label = fc.stringMatching(/^[a-z0-9]{1,5}$/);
    const host = fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => labels.join('.'));
    const template = caseNamed('two-hosts-one-path');
    const hostOf = (name: string) => {
      const http = { service_id: 's', container_port: 80, domain_name: name };
      return relocate({ ...template, rule: { protocol: 'http', http } }, site).rule.http?.domain_name;
    };
    fc.assert(fc.property(host, host, (a, b) => (hostOf(a) === hostOf(b)) === (a === b)));
  });
});
