import { describe, expect, it } from 'vitest';
import { newRuleBody, ruleEditBody } from '../../../../../src/rest/resources/rules/request.ts';

const tcp = { service_id: 'db', container_port: 3306 };

describe('a new rule', () => {
  it.each([
    [
      { protocol: ' http ', http: { the_weight: '5' }, tcp: null },
      { protocol: 'http', http: { the_weight: 5 } },
      ['tcp'],
    ],
    [{ protocol: 'tcp', tcp, http: { service_id: '' } }, { protocol: 'tcp', tcp }, ['http']],
    [{ protocol: 'udp', tcp, http: {} }, { protocol: 'udp', tcp }, ['http']],
    [
      { protocol: 'tls', tls: { domain_name: ' a.example.com' }, http: {}, tcp: null },
      { protocol: 'tls', tls: { domain_name: 'a.example.com' } },
      ['http', 'tcp'],
    ],
    [{ protocol: 'HTTP', tcp, http: {} }, { protocol: 'HTTP', tcp, http: {} }, []],
    [{ tcp, http: {} }, { tcp, http: {} }, []],
    [
      { protocol: 'http', http: { service_id: 'web', configuration: { set_headers: null } } },
      { protocol: 'http', http: { service_id: 'web' } },
      ['http.configuration'],
    ],
    [
      { protocol: 'http', http: { configuration: { set_headers: null, proxy_buffering: 'on' } } },
      { protocol: 'http', http: { configuration: { set_headers: null, proxy_buffering: 'on' } } },
      [],
    ],
    [
      { protocol: 'http', http: { configuration: {} } },
      { protocol: 'http', http: { configuration: {} } },
      [],
    ],
  ])('of %j is read as %j', (raw, body, ignored) => {
    expect(newRuleBody.canonical(raw)).toEqual({ body, ignored });
  });
});

describe('an edit', () => {
  it.each([
    [{ the_weight: '5' }, { http: { the_weight: 5 } }, 'http'],
    [{ http: { the_weight: 5 } }, { http: { the_weight: 5 } }, undefined],
    [{ protocol: 'http', ...tcp }, { protocol: 'http', http: tcp }, 'http'],
    [{ protocol: 'tcp', ...tcp }, { protocol: 'tcp', tcp }, 'tcp'],
    [{ protocol: 'udp', ...tcp }, { protocol: 'udp', tcp }, 'tcp'],
    [{ protocol: 'tls', ...tcp }, { protocol: 'tls', tls: tcp }, 'tls'],
    [{ tls: { container_port: 1 } }, { tls: { container_port: 1 } }, undefined],
    [{ end_point: ' 0.0.0.0:1 ' }, { tcp: { end_point: '0.0.0.0:1' } }, 'tcp'],
    [{ protocol: 'http' }, { protocol: 'http' }, undefined],
    [{}, {}, undefined],
    [[], [], undefined],
  ])('of %j is read as %j, which adds the level %s', (raw, body, level) => {
    expect(ruleEditBody.canonical(raw)).toEqual({ body, ignored: [], level });
  });

  it('without a member of a half stays without one', () => {
    expect(ruleEditBody.canonical({ weight: 5 })).toEqual({ body: {}, ignored: ['weight'] });
  });
});
