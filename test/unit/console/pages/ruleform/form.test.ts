import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bodyOf,
  changesOf,
  formOf,
  lackOf,
  newForm,
} from '../../../../../src/console/pages/ruleform/form.ts';
import { recordOf } from '../../records.ts';

const word = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}[a-z0-9]$/);
const pairs = fc
  .uniqueArray(fc.tuple(word, word), { maxLength: 3, selector: ([name]) => name })
  .map((list) => list.map(([name, value]) => `${name}=${value}`).join(';'));

/** A record with the members that the API lets a rule have. */
const records = fc
  .record({
    service_id: word,
    container_port: fc.integer({ min: 1, max: 65_535 }),
    domain_name: fc.tuple(word, word).map((labels) => labels.join('.')),
    domain_path: word.map((text) => `/${text}`),
    domain_cookie: pairs,
    domain_heander: pairs,
    the_weight: fc.integer({ min: 0, max: 1_000_000 }),
    certificate_id: fc.integer({ min: 0, max: 99 }),
    auto_ssl: fc.boolean(),
    auto_ssl_config: fc.constantFrom('', 'clusterissuer/letsencrypt'),
    rule_extensions: fc.subarray(['httptohttps:true', 'lb-type:round-robin', 'other:a:b']),
    policy: fc.record(
      {
        match: fc.record(
          {
            methods: fc.subarray(['GET', 'POST', 'PUT'], { minLength: 1 }),
            query: fc.dictionary(word, word, { minKeys: 1, noNullPrototype: true }),
          },
          { requiredKeys: ['methods'] },
        ),
        timeouts: fc.record(
          { request: fc.constant('30s'), backendRequest: fc.constant('5s') },
          { requiredKeys: ['request'] },
        ),
        cors: fc.record(
          {
            allowOrigins: fc.constant(['https://a.example.com', '*']),
            maxAge: fc.integer({ min: 1, max: 99 }),
          },
          { requiredKeys: ['allowOrigins'] },
        ),
        rewrite: fc.record({ host: word, path: fc.record({ prefix: word.map((text) => `/${text}`) }) }),
        rateLimit: fc.record({ requests: fc.integer({ min: 1, max: 9 }), per: fc.constant('second') }),
        requestHeaders: fc.record({
          set: fc.array(
            fc.record({
              key: word,
              value: fc.constantFrom('yes', 'null', '1', '0x1f', '- a: #b', "it's", '2026-01-01'),
            }),
            { minLength: 1 },
          ),
        }),
      },
      { requiredKeys: [] },
    ),
  })
  .map((members) => recordOf(members));

describe('the form of a stored rule', () => {
  it('has the body of its record', () => {
    fc.assert(
      fc.property(records, (record) => {
        const { policy = {}, domain_heander, rule_extensions } = record;
        const members = {
          domain_path: record.domain_path,
          domain_cookie: record.domain_cookie,
          domain_header: domain_heander,
          the_weight: record.the_weight,
          certificate_id: record.certificate_id,
          auto_ssl: record.auto_ssl,
          auto_ssl_config: record.auto_ssl_config,
          rule_extensions: rule_extensions.map((text) => ({
            key: text.slice(0, text.indexOf(':')),
            value: text.slice(text.indexOf(':') + 1),
          })),
          policy,
        };
        const unsaid = ['/', '', 100, 0, false, [], {}].map((value) => JSON.stringify(value));
        const said = Object.entries(members).filter(
          ([name, value]) =>
            !unsaid.includes(JSON.stringify(value)) ||
            (name === 'the_weight' && value === 0) ||
            (name === 'certificate_id' && value === 100),
        );
        expect(bodyOf(formOf(record))).toEqual({
          type: 'made',
          value: {
            protocol: 'http',
            http: {
              service_id: record.service_id,
              container_port: record.container_port,
              domain_name: record.domain_name,
              whether_open: true,
              ...Object.fromEntries(said),
            },
          },
        });
      }),
    );
  });

  it('changes nothing until somebody types', () => {
    fc.assert(
      fc.property(records, (record) => {
        expect(changesOf(formOf(record), formOf(record))).toEqual({ type: 'made', value: {} });
      }),
    );
  });
});

describe('the changes of a form', () => {
  const before = formOf(recordOf({ the_weight: 5, domain_cookie: 'a=1' }));

  it('have what differs alone, and open a port that the rule is moved to', () => {
    expect(changesOf({ ...before, weight: '7', cookies: '' }, before)).toEqual({
      type: 'made',
      value: { protocol: 'http', http: { the_weight: 7, domain_cookie: '' } },
    });
    expect(changesOf({ ...before, weight: '' }, before)).toMatchObject({
      value: { http: { the_weight: 100 } },
    });
    expect(changesOf({ ...before, port: '81' }, before)).toMatchObject({
      value: { http: { container_port: 81, whether_open: true } },
    });
  });

  it('name a certificate by its number, by its Secret, or not any more', () => {
    const byName = formOf(recordOf({ protocol: 'https', certificate_name: 'web-tls' }));
    const byNumber = formOf(
      recordOf({ protocol: 'https', certificate_id: 7, certificate_name: 'certificate-a' }),
    );
    const issued = formOf(recordOf({ auto_ssl: true, certificate_name: 'shop-cert' }));
    expect([byName, byNumber, issued].map(({ certificate }) => certificate)).toEqual([
      'secret/web-tls',
      '7',
      '',
    ]);
    const changed = (from: typeof byName, certificate: string) => changesOf({ ...from, certificate }, from);
    const members = (http: object) => ({ type: 'made', value: { protocol: 'http', http } });
    expect(changed(byName, '')).toEqual(members({ certificate_name: '' }));
    expect(changed(byName, 'secret/7')).toEqual(members({ certificate_name: '7' }));
    expect(changed(byName, '7')).toEqual(members({ certificate_id: 7, certificate_name: '' }));
    expect(changed(byNumber, '')).toEqual(members({ certificate_id: 0 }));
    expect(changed(byNumber, 'secret/web-tls')).toEqual(
      members({ certificate_id: 0, certificate_name: 'web-tls' }),
    );
    expect(
      bodyOf({ ...newForm('web', '80'), host: 'a.example.com', certificate: 'secret/web-tls' }),
    ).toMatchObject({
      value: { http: { certificate_name: 'web-tls' } },
    });
  });

  it('are none while the policy cannot be read', () => {
    for (const policy of ['a: [', '- a', 'text', 'a: *b']) {
      expect(changesOf({ ...before, policy }, before)).toMatchObject({
        type: 'wrong',
        problem: { field: 'http.policy' },
      });
    }
  });
});

describe('the body of a new rule', () => {
  it('passes on what is no number, so that the API says what is wrong with it', () => {
    const form = { ...newForm('web', '80x'), host: 'a.example.com', weight: '' };
    expect(bodyOf(form)).toEqual({
      type: 'made',
      value: {
        protocol: 'http',
        http: { service_id: 'web', container_port: '80x', domain_name: 'a.example.com', whether_open: true },
      },
    });
  });

  it('of a port of the gateway has its address twice, as the contract asks', () => {
    const form = { ...newForm('db', '5432'), protocol: 'udp', endPoint: '[::]:18301' } as const;
    expect(bodyOf(form)).toEqual({
      type: 'made',
      value: {
        protocol: 'udp',
        tcp: {
          service_id: 'db',
          container_port: 5432,
          end_point: '[::]:18301',
          default_ip: '::',
          default_port: 18_301,
        },
      },
    });
  });

  it('that passes TLS on has its host alone', () => {
    const form = { ...newForm('web', '443'), protocol: 'tls', host: 'a.example.com ' } as const;
    expect(bodyOf(form)).toMatchObject({
      value: { tls: { service_id: 'web', container_port: 443, domain_name: 'a.example.com' } },
    });
  });
});

it('a form is complete with a component, a port, and a host or an address', () => {
  expect(lackOf(newForm())).toMatch(/component/);
  expect(lackOf(newForm('web'))).toMatch(/port/);
  expect(lackOf({ ...newForm('web', '80'), host: 'a.example.com' })).toBe('');
  expect(lackOf({ ...newForm('web', '80'), protocol: 'tcp', host: 'a.example.com' })).toMatch(/address/);
  expect(lackOf({ ...newForm('web', '80'), protocol: 'tcp', endPoint: '0.0.0.0:1' })).toBe('');
});

it('the records of tcp, udp and tls rules make forms of these', () => {
  const common = { service_id: 'db', container_port: 53 };
  const tcp = {
    ...common,
    tcp_rule_id: 'a',
    end_point: '1.2.3.4:53',
    protocol: 'udp',
    type: 1,
    rule_extensions: 'a:1,b:2',
  };
  const tls = { ...common, tls_rule_id: 'b', domain_name: 'a.example.com', protocol: 'tls' } as const;
  const shown = {
    ID: 1,
    region_id: 'r',
    tenant_id: 't',
    service_name: '',
    service_alias: '',
    is_outer_service: true,
  };
  expect(formOf({ ...shown, ...tcp })).toMatchObject({
    protocol: 'udp',
    endPoint: '1.2.3.4:53',
    extensions: 'a:1\nb:2',
  });
  expect(formOf({ ...shown, ...tls })).toMatchObject({ protocol: 'tls', host: 'a.example.com' });
});
