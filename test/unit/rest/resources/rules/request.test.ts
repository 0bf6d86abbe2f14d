import { describe, expect, it } from 'vitest';
import type { GatewayRuleSpec } from '../../../../../src/api/gatewayrule.ts';
import { present } from '../../../../../src/base/fields.ts';
import { Problem } from '../../../../../src/rest/problem/problem.ts';
import { gatewayRuleBody } from '../../../../../src/rest/resources/rules/record.ts';
import { newRuleBody, ruleEditBody } from '../../../../../src/rest/resources/rules/request.ts';
import { editedSpec, newSpec } from '../../../../../src/rest/resources/rules/spec.ts';
import { specOfBody } from '../../../../support/rulebody.ts';
import { ruleOf } from '../../../../support/rules.ts';

const http = { service_id: 'web', container_port: 8080, domain_name: 'shop.example.com' };

function fieldsOf(body: unknown): string[] {
  try {
    specOfBody(body, 1);
  } catch (error) {
    return error instanceof Problem ? error.fields.map(({ field }) => field) : [String(error)];
  }
  return [];
}

it('reads the least that a rule needs', () => {
  expect(specOfBody({ protocol: 'http', http }, 1)).toEqual({
    appId: 1,
    protocol: 'http',
    http: { serviceId: 'web', containerPort: 8080, domainName: 'shop.example.com', whetherOpen: false },
  });
});

it('reads every field of the contract, in each of its spellings', () => {
  const body = {
    protocol: 'http',
    http: {
      ...http,
      certificate_id: 0,
      domain_cookie: 'user=beta; group = a=b',
      domain_header: 'X-Env=test',
      the_weight: 20,
      domain_path: '/api',
      rule_extensions: ['lb-type:round-robin', { key: 'httptohttps', value: 'true' }],
      whether_open: true,
      auto_ssl: false,
      auto_ssl_config: 'clusterissuer/x',
      configuration: {
        proxy_body_size: 0,
        proxy_buffer_numbers: 4,
        proxy_buffer_size: 4,
        proxy_buffering: 'off',
        proxy_connect_timeout: 75,
        proxy_read_timeout: 60,
        proxy_send_timeout: 60,
        set_headers: [
          { key: 'X-A', value: '1' },
          { item_key: 'X-B', item_value: '' },
        ],
      },
    },
  };
  expect(specOfBody(body, 7)).toEqual({
    appId: 7,
    protocol: 'http',
    http: {
      serviceId: 'web',
      containerPort: 8080,
      domainName: 'shop.example.com',
      domainCookie: { user: 'beta', group: 'a=b' },
      domainHeader: { 'X-Env': 'test' },
      theWeight: 20,
      domainPath: '/api',
      ruleExtensions: [
        { key: 'lb-type', value: 'round-robin' },
        { key: 'httptohttps', value: 'true' },
      ],
      whetherOpen: true,
      autoSsl: false,
      autoSslConfig: 'clusterissuer/x',
      configuration: {
        proxyBodySize: 0,
        proxyBufferNumbers: 4,
        proxyBufferSize: 4,
        proxyBuffering: 'off',
        proxyConnectTimeout: 75,
        proxyReadTimeout: 60,
        proxySendTimeout: 60,
        setHeaders: [
          { key: 'X-A', value: '1' },
          { key: 'X-B', value: '' },
        ],
      },
    },
  });
});

const tcp = {
  service_id: 'db',
  container_port: 3306,
  end_point: '0.0.0.0:13306',
  default_port: 1,
  default_ip: '1.2.3.4',
};

it.each([
  ['0.0.0.0:13306', { ip: '0.0.0.0', port: 13306 }],
  ['[::1]:13306', { ip: '::1', port: 13306 }],
])('reads a tcp rule for %s', (end_point, endPoint) => {
  expect(specOfBody({ protocol: 'tcp', tcp: { ...tcp, end_point } }, 1).tcp).toEqual({
    serviceId: 'db',
    containerPort: 3306,
    endPoint,
    defaultPort: 1,
    defaultIp: '1.2.3.4',
  });
});

it('reads udp as the tcp half with its transport', () => {
  const { protocol, tcp: half } = specOfBody({ protocol: 'udp', tcp }, 1);
  expect(protocol).toBe('tcp');
  expect(half).toMatchObject({ serviceId: 'db', transport: 'UDP' });
});

it('reads the end point of a record back as every address', () => {
  const address = 'gw.example.com';
  const body = newRuleBody.read({ protocol: 'tcp', tcp: { ...tcp, end_point: `${address}:13306` } });
  const spec = newSpec(body, 1, address);
  expect(spec.tcp?.endPoint).toEqual({ ip: '0.0.0.0', port: 13306 });
  const edit = ruleEditBody.read({ tcp: { end_point: `${address}:1` } });
  expect(editedSpec(edit, { spec, appId: 1, services: [] }, address).tcp?.endPoint).toEqual({
    ip: '0.0.0.0',
    port: 1,
  });
  expect(() => newSpec(body, 1, undefined)).toThrow(/end_point/);
});

it.each(['', ' ', ';'])('reads the condition "%s" as none', (nothing) => {
  const { http: read } = specOfBody({ protocol: 'http', http: { ...http, domain_cookie: nothing } }, 1);
  expect(read).not.toHaveProperty('domainCookie');
});

/** Spec of a stored rule after an edit with a body. */
function edited(body: unknown, stored: GatewayRuleSpec, certificate?: string): GatewayRuleSpec {
  const rule = { spec: stored, appId: 1, services: [], certificate };
  return editedSpec(ruleEditBody.read(body), rule, undefined);
}

describe('an edit of a rule with fields that a later version knows', () => {
  const stored = {
    appId: 1,
    audience: 'internal',
    http: {
      serviceId: 'web',
      containerPort: 80,
      domainName: 'a.example.com',
      domainCountry: 'x',
      ruleExtensions: [
        { key: 'lb-type', value: 'round-robin', zone: 'a' },
        { key: 'httptohttps', value: 'true', until: 'b' },
      ],
      policy: {
        allow: ['10.0.0.0/8'],
        futureGuard: { name: 'x' },
        match: { methods: ['GET'], futureMatch: 1 },
      },
    },
  } as unknown as GatewayRuleSpec;

  it('keeps them', () => {
    expect(edited({ http: { the_weight: 7 } }, stored)).toEqual({
      ...stored,
      http: { ...stored.http, theWeight: 7 },
    });
  });

  it('keeps them where what is around them is replaced', () => {
    const policy = { deny: ['10.0.0.0/8'], match: { methods: ['PUT'] } };
    expect(edited({ http: { policy } }, stored).http?.policy).toEqual({
      ...policy,
      futureGuard: { name: 'x' },
      match: { methods: ['PUT'], futureMatch: 1 },
    });
    const extensions = [{ key: 'lb-type', value: 'round-robin' }];
    expect(edited({ http: { rule_extensions: extensions } }, stored).http?.ruleExtensions).toEqual([
      { key: 'lb-type', value: 'round-robin', zone: 'a' },
    ]);
  });

  it('is refused where it has a value that this version does not know', () => {
    const policy = { match: { methods: ['QUERY'] } };
    const newer = { ...stored, http: { ...stored.http, policy } } as unknown as GatewayRuleSpec;
    expect(() => edited({ http: { the_weight: 7 } }, newer)).toThrow(/http\.policy\.match\.methods/);
  });
});

describe('an edit of the protocol of a tcp rule', () => {
  const of = (transport: 'TCP' | 'UDP' | undefined): GatewayRuleSpec => {
    const endPoint = { ip: '0.0.0.0', port: 13306 };
    const half = { serviceId: 'db', containerPort: 3306, endPoint };
    return { appId: 1, protocol: 'tcp', tcp: transport === undefined ? half : { ...half, transport } };
  };
  const change = { container_port: 1 };

  it.each([
    ['tcp', undefined, undefined],
    ['tcp', 'TCP', 'TCP'],
    ['udp', undefined, 'UDP'],
    ['udp', 'UDP', 'UDP'],
    [undefined, 'UDP', 'UDP'],
    [undefined, undefined, undefined],
  ] as const)('to %s where it states %s leaves it with %s', (protocol, before, after) => {
    const { tcp: half } = edited({ protocol, tcp: change }, of(before));
    expect(half).toMatchObject({ containerPort: 1 });
    expect(half?.transport).toBe(after);
  });

  it.each([
    ['tcp', 'UDP', 'is udp for this rule'],
    ['udp', 'TCP', 'is tcp for this rule'],
    ['http', 'UDP', 'is udp for this rule'],
  ] as const)('to %s where it states %s is refused', (protocol, before, message) => {
    expect(() => edited({ protocol, tcp: change }, of(before))).toThrow(
      expect.objectContaining({
        fields: [{ field: 'protocol', message: expect.stringContaining(message) }],
      }),
    );
  });
});

describe('an edit with what a record shows', () => {
  const name = 'corporate-intermediate-authority-for-internal-services-of-europe-and-asia';
  const half = { containerPort: 8080, domainName: 'shop.example.com' };
  const stored: GatewayRuleSpec = {
    protocol: 'http',
    http: {
      ...half,
      serviceName: 'legacy',
      certificateName: 'shop-tls',
      issuerRef: { kind: 'ClusterIssuer', name },
      domainHeader: { Accept: 'text/html;q=0.9;level=1' },
    },
  };
  const shown = {
    service_id: 'legacy',
    container_port: 8080,
    certificate_id: 0,
    auto_ssl: true,
    auto_ssl_config: `clusterissuer/${name}`,
    domain_header: 'Accept=text/html;q=0.9;level=1',
  };

  it('changes nothing', () => {
    expect(edited({ http: shown }, stored)).toEqual(stored);
  });

  it('changes what it says otherwise, and keeps what stood with it', () => {
    const { http: read } = edited(
      { http: { ...shown, service_id: 'web', auto_ssl_config: 'issuer/own' } },
      stored,
    );
    expect(read).toMatchObject({ serviceId: 'web', autoSsl: true, autoSslConfig: 'issuer/own' });
    expect(Object.keys(read ?? {})).not.toContain('issuerRef');
    const { http: other } = edited({ http: { auto_ssl_config: '' } }, stored);
    expect(other).toMatchObject({ autoSsl: true, serviceName: 'legacy' });
    expect(Object.keys(other ?? {})).not.toContain('issuerRef');
    const { http: header } = edited({ http: { domain_header: 'Accept=text/plain' } }, stored);
    expect(header?.domainHeader).toEqual({ Accept: 'text/plain' });
  });
});

describe('an edit', () => {
  const stored = specOfBody(
    {
      protocol: 'http',
      http: { ...http, domain_path: '/a', domain_cookie: 'a=1', auto_ssl: true, auto_ssl_config: 'x' },
    },
    7,
  );

  it('leaves what it does not mention', () => {
    expect(edited({ http: { certificate_id: 5 } }, stored)).toEqual({
      ...stored,
      http: { ...stored.http, certificateId: 5 },
    });
  });

  it('removes what it sets to none', () => {
    const none = { certificate_id: 0, domain_cookie: '', auto_ssl_config: '' };
    const { http: half } = edited({ protocol: 'http', http: none }, stored);
    expect(half).toEqual({
      serviceId: 'web',
      containerPort: 8080,
      domainName: 'shop.example.com',
      domainPath: '/a',
      whetherOpen: false,
      autoSsl: true,
    });
  });

  it.each([
    ['nothing at all', undefined, 'http'],
    ['the other protocol', { protocol: 'tcp', tcp }, 'protocol'],
    ['the other half', { http: {}, tcp }, 'tcp'],
    ['a field that is wrong', { http: { domain_path: '//' } }, 'http.domain_path'],
  ])('refuses %s', (_, body, field) => {
    expect(() => edited(body, stored)).toThrow(
      expect.objectContaining({ problem: 'invalid', fields: [expect.objectContaining({ field })] }),
    );
  });
});

it.each([
  ['no body', undefined, ['protocol']],
  ['an unknown protocol', { protocol: 'HTTP', http }, ['protocol']],
  ['the half that protocol names missing', { protocol: 'http' }, ['http']],
  ['the half of udp missing', { protocol: 'udp' }, ['tcp']],
  [
    'a required field missing',
    { protocol: 'http', http: { ...http, domain_name: undefined } },
    ['http.domain_name'],
  ],
  [
    'an unused half that is wrong',
    { protocol: 'http', http, tcp: { service_id: 1 } },
    ['tcp.container_port', 'tcp.service_id', 'tcp.end_point', 'tcp.default_port', 'tcp.default_ip'],
  ],
  ['an unused half that is right', { protocol: 'http', http, tcp }, ['tcp']],
  ['a host in upper case', { protocol: 'http', http: { ...http, domain_name: 'A.b' } }, ['http.domain_name']],
  [
    'an IPv6 address without brackets',
    { protocol: 'tcp', tcp: { ...tcp, end_point: '::1:80' } },
    ['tcp.end_point'],
  ],
  [
    'an end point without port',
    { protocol: 'tcp', tcp: { ...tcp, end_point: '1.2.3.4' } },
    ['tcp.end_point'],
  ],
  ['a port 70000', { protocol: 'tcp', tcp: { ...tcp, end_point: '1.2.3.4:70000' } }, ['tcp.end_point']],
  ['a host that is none', { protocol: 'http', http: { ...http, domain_name: 'a b' } }, ['http.domain_name']],
  [
    'a port out of range',
    { protocol: 'http', http: { ...http, container_port: 0 } },
    ['http.container_port'],
  ],
  [
    'a port by its name',
    { protocol: 'http', http: { ...http, container_port: 'http' } },
    ['http.container_port'],
  ],
  [
    'a path that climbs',
    { protocol: 'http', http: { ...http, domain_path: '/a/../b' } },
    ['http.domain_path'],
  ],
  [
    'a cookie without value',
    { protocol: 'http', http: { ...http, domain_cookie: 'user' } },
    ['http.domain_cookie'],
  ],
  [
    'a header with a line break',
    { protocol: 'http', http: { ...http, domain_header: 'X=a\r\nY: b' } },
    ['http.domain_header'],
  ],
  [
    'an extension of neither form',
    { protocol: 'http', http: { ...http, rule_extensions: ['x'] } },
    ['http.rule_extensions.0'],
  ],
  [
    'a setting out of range',
    { protocol: 'http', http: { ...http, configuration: { proxy_buffer_size: 0, set_headers: [] } } },
    ['http.configuration.proxy_buffer_size'],
  ],
  [
    'null where a value belongs',
    { protocol: 'http', http: { ...http, the_weight: null } },
    ['http.the_weight'],
  ],
])('refuses %s and names the field', (_, body, fields) => {
  expect(fieldsOf(body)).toEqual(fields);
});

it.each([
  ['keeps its name', { domain_path: '/a' }, { application: 'shop' }],
  ['keeps its name with its Service', { service_id: 'web' }, { application: 'shop' }],
  ['has its number with another component', { service_id: 'api' }, { appId: 1 }],
])('an edit of a rule that names its Application %s', (_, body, expected) => {
  const http = { serviceName: 'web', containerPort: 80, domainName: 'shop.example.com' };
  const { http: _half, ...spec } = edited({ http: body }, { application: 'shop', http });
  expect(spec).toEqual(expected);
});

describe('an edit of a rule that names what the contract has no field for', () => {
  const http = {
    serviceName: 'web',
    containerPort: 80,
    domainName: 'shop.example.com',
    certificateName: 'web-tls',
    issuerRef: { name: 'acme' },
  };

  it.each<[string, object, object]>([
    ['keeps it where it says nothing of it', { domain_path: '/a' }, { ...http, domainPath: '/a' }],
    ['keeps the certificate where it names none', { certificate_id: 0 }, http],
    [
      'replaces what it says in its own way',
      { service_id: 'other', certificate_id: 5, auto_ssl: false },
      {
        containerPort: 80,
        domainName: 'shop.example.com',
        serviceId: 'other',
        certificateId: 5,
        autoSsl: false,
        autoSslConfig: 'issuer/acme',
      },
    ],
  ])('%s', (_, body, expected) => {
    const { http: half } = edited({ http: body }, { http });
    expect(half).toEqual(expected);
  });

  it('gives it the application of the path where it needs one', () => {
    expect(edited({ http: { service_id: 'other' } }, { http }).appId).toBe(1);
  });
});

describe('the certificate of a rule', () => {
  const half = { serviceId: 'web', containerPort: 80, domainName: 'shop.example.com' };

  it.each([
    ['none', {}, {}],
    ['a number', { certificate_id: 7 }, { certificateId: 7 }],
    ['a name', { certificate_name: 'web-tls' }, { certificateName: 'web-tls' }],
    [
      'a name beside no number',
      { certificate_id: 0, certificate_name: 'web-tls' },
      { certificateName: 'web-tls' },
    ],
    ['a number before a name', { certificate_id: 7, certificate_name: 'web-tls' }, { certificateId: 7 }],
    ['neither', { certificate_id: 0, certificate_name: '' }, {}],
  ])('of a new one is %s', (_, body, expected) => {
    const { certificateId, certificateName } =
      specOfBody({ protocol: 'http', http: { ...http, ...body } }, 1).http ?? {};
    expect(present({ certificateId, certificateName })).toEqual(expected);
  });

  /** Certificates of stored rules, each with the Secret that its record shows. */
  const [none, number, name, issued] = [
    [{}, undefined],
    [{ certificateId: 7 }, 'cert-7'],
    [{ certificateName: 'web-tls' }, 'web-tls'],
    [{ issuerRef: { name: 'ca' } }, 'shop-cert'],
  ] as const;

  it.each<[string, readonly [object, string | undefined], object, object]>([
    ['none gets a name', none, { certificate_name: 'a' }, { certificateName: 'a' }],
    ['a number stays', number, { the_weight: 1 }, { certificateId: 7 }],
    ['a number stays beside an empty name', number, { certificate_name: '' }, { certificateId: 7 }],
    [
      'a number gives way to a name',
      number,
      { certificate_id: 0, certificate_name: 'a' },
      { certificateName: 'a' },
    ],
    ['a number gives way to a name alone', number, { certificate_name: 'a' }, { certificateName: 'a' }],
    ['a number ends', number, { certificate_id: 0 }, {}],
    [
      'a number ends beside the name that is shown',
      number,
      { certificate_id: 0, certificate_name: 'cert-7' },
      {},
    ],
    [
      'a number changes beside the name that is shown',
      number,
      { certificate_id: 8, certificate_name: 'cert-7' },
      { certificateId: 8 },
    ],
    ['a name stays', name, { the_weight: 1 }, { certificateName: 'web-tls' }],
    ['a name changes', name, { certificate_name: 'a' }, { certificateName: 'a' }],
    [
      'a name gives way to a number',
      name,
      { certificate_id: 8, certificate_name: 'web-tls' },
      { certificateId: 8 },
    ],
    ['a name ends', name, { certificate_name: '' }, {}],
    ['a name ends beside no number', name, { certificate_id: 0, certificate_name: '' }, {}],
    ['that of an issuer stays', issued, { certificate_id: 0, certificate_name: 'shop-cert' }, {}],
    ['that of an issuer gives way to a name', issued, { certificate_name: 'a' }, { certificateName: 'a' }],
  ])('of an edited one: %s', (_, [stored, shown], body, expected) => {
    const { certificateId, certificateName } =
      edited({ http: body }, { appId: 1, http: { ...half, ...stored } }, shown).http ?? {};
    expect(present({ certificateId, certificateName })).toEqual(expected);
  });

  it.each([none, number, name, issued])('stays where a whole record comes back: %j', (stored, shown) => {
    const spec = { appId: 1, http: { ...half, ...stored } } as GatewayRuleSpec;
    const rule = { ...ruleOf(), spec, status: present({ certificate: shown }) };
    const [record] = gatewayRuleBody({
      region: '',
      teamId: '',
      services: [],
      workloads: [],
      rules: [rule],
    }).http;
    expect(record).toMatchObject(present({ certificate_name: shown }));
    const { certificate_id, certificate_name } = record ?? {};
    expect(edited({ http: present({ certificate_id, certificate_name }) }, spec, shown)).toEqual(spec);
  });

  it('is no name of a Secret', () => {
    const body = { protocol: 'http', http: { ...http, certificate_name: 'No Name' } };
    expect(fieldsOf(body)).toEqual(['http.certificate_name']);
  });
});
