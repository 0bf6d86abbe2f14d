import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { KubeClient } from '../../src/kube/client.ts';
import { problemSchema } from '../../src/rest/problem/body.ts';
import { marketInstallSchema } from '../../src/rest/resources/installs/record.ts';
import { componentMonitorSchema } from '../../src/rest/resources/monitor/record.ts';
import { gatewayRuleSchema } from '../../src/rest/resources/rules/record.ts';
import { CONTRACT, type ContractField, fieldsOf } from '../contract/contract.ts';
import { eventually } from '../support/eventually.ts';
import { app, templateOf } from '../support/template.ts';
import { member } from './support/member.ts';
import { restServer } from './support/restserver.ts';
import { Shop } from './support/shop.ts';
import { type RestAnswer, type RestCall, rest } from './support/traffic.ts';
import { connect, Team } from './support/world.ts';

let client: KubeClient;
let shop: Shop;
let team: Team;
let token: string;
/** A REST API whose offered ports no other test uses. */
let base: string;

beforeAll(async () => {
  client = await connect();
  [shop, team, base] = await Promise.all([Shop.open(), Team.create(client), restServer((_, pass) => pass())]);
  await shop.offer('pair', '1.0', templateOf([app('web'), app('db')]));
  await team.component('web');
  token = await member(client, { namespace: team.namespace, name: 'owner' }, { name: 'admin' });
  // The API server's authorizer learns of the token's permissions with a delay.
  await eventually(async () => {
    expect(await call('queryMonitor', { base })).toMatchObject({ status: 200 });
  });
});

afterAll(() => shop.close());

/** Calls an operation of the contract at its path in the contract. */
function call(id: string, { query = '', ...more }: RestCall & { readonly query?: string } = {}) {
  const { path = '', method = 'get' } = CONTRACT.operations[id] ?? {};
  const values: Readonly<Record<string, string>> = { team_id: team.id, region_name: 'local', app_id: '1' };
  const at = path
    .replace('/openapi/v1', '')
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  return rest(at + query, { method: method === 'get' ? 'GET' : 'POST', token, ...more });
}

const HTTP = {
  service_id: 'web',
  container_port: 8080,
  certificate_id: 0,
  domain_cookie: 'user=beta',
  domain_header: 'X-Env=test',
  the_weight: 20,
  domain_path: '/beta',
  rule_extensions: ['lb-type:round-robin'],
  whether_open: true,
  auto_ssl: false,
  auto_ssl_config: 'clusterissuer/none',
  configuration: {
    proxy_body_size: 8,
    proxy_buffer_numbers: 4,
    proxy_buffer_size: 4,
    proxy_buffering: 'off',
    proxy_connect_timeout: 75,
    proxy_read_timeout: 60,
    proxy_send_timeout: 60,
    set_headers: [{ key: 'X-Stage', value: 'beta' }],
  },
};

const TCP = {
  container_port: 8080,
  service_id: 'web',
  end_point: '0.0.0.0:31020',
  rule_extensions: [{ key: 'a', value: 'b' }],
  default_port: 31_020,
  default_ip: '0.0.0.0',
};

function install() {
  return {
    market_url: shop.store.url,
    market_domain: 'here',
    market_type: 'rainstore',
    market_access_key: 'key',
    app_model_id: 'pair',
    app_model_version: '1.0',
  };
}

/** A body of each request of the contract, with every field. */
function whole(): Readonly<Record<string, readonly { readonly path: string; readonly body: object }[]>> {
  return {
    createRule: [
      { path: 'http', body: { protocol: 'http', http: { ...HTTP, domain_name: `whole.${team.host}` } } },
      { path: 'tcp', body: { protocol: 'tcp', tcp: TCP } },
    ],
    installModel: [{ path: '', body: install() }],
  };
}

/** Whether a value has a type of the contract; null counts as absent, because the contract does not mention it. */
function isOf(value: unknown, { type, isList }: Pick<ContractField, 'type' | 'isList'>): boolean {
  if (isList) {
    return Array.isArray(value) && value.every((each) => isOf(each, { type, isList: false }));
  }
  const fields = fieldsOf(type);
  if (fields.length > 0) {
    return fields.every((field) => isOf((value as Record<string, unknown>)[field.name], field));
  }
  return value === null || (type === 'integer' ? Number.isInteger(value) : typeof value === type);
}

/** Expects that a response has every field of the contract, and matches the document exactly. */
function isAnswer(id: string, { status, body }: RestAnswer, schema: z.ZodType): void {
  const [, list, type = ''] = /^(list of )?(\w+)$/.exec(CONTRACT.operations[id]?.answer ?? '') ?? [];
  expect(status, JSON.stringify(body)).toBe(200);
  expect(isOf(body, { type, isList: list !== undefined })).toBe(true);
  expect(schema.parse(body)).toEqual(body);
}

describe('every field of the contract', () => {
  it('is in request and response of the creation of rules', async () => {
    for (const { body } of whole().createRule ?? []) {
      isAnswer('createRule', await call('createRule', { base, body }), gatewayRuleSchema);
    }
    const { body } = await call('createRule', { base, body: { protocol: 'http', http: {} } });
    expect(problemSchema.parse(body)).toEqual(body);
    const answer = await rest(`/teams/${team.id}/regions/local/apps/1/domains`, { method: 'GET', token });
    expect(answer.body).toMatchObject({
      http: [
        {
          domain_name: `whole.${team.host}`,
          domain_cookie: 'user=beta',
          domain_heander: 'X-Env=test',
          domain_path: '/beta',
          the_weight: 20,
          rule_extensions: ['lb-type:round-robin'],
          auto_ssl_config: 'clusterissuer/none',
        },
      ],
      tcp: [{ end_point: '0.0.0.0:31020', rule_extensions: 'a:b', type: 0 }],
    });
  });

  it('is in request and response of the installation of a model', async () => {
    const answer = await call('installModel', { body: install(), query: '?is_deploy=true' });
    isAnswer('installModel', answer, marketInstallSchema);
    expect(answer.body.service_list).toHaveLength(3);
  });

  it('is in the response of the monitor', async () => {
    for (const query of ['', '?is_outer=true']) {
      isAnswer('queryMonitor', await call('queryMonitor', { query }), componentMonitorSchema.array());
    }
  });
});

/** Paths of all places in a body. */
function placesOf(body: unknown, path: readonly (string | number)[] = []): (string | number)[][] {
  const here = path.length === 0 ? [] : [[...path]];
  if (typeof body !== 'object' || body === null) {
    return here;
  }
  const members = Array.isArray(body) ? [...body.entries()] : Object.entries(body);
  return [...here, ...members.flatMap(([name, value]) => placesOf(value, [...path, name]))];
}

/** Copy of a body with an invalid value at one place. */
function spoilt(body: unknown, [name, ...rest]: readonly (string | number)[]): unknown {
  if (name === undefined) {
    return [[]];
  }
  const copy = structuredClone(body) as Record<string | number, unknown>;
  copy[name] = spoilt(copy[name], rest);
  return copy;
}

it('the API reads every field of a request by its name', async () => {
  for (const [id, bodies] of Object.entries(whole())) {
    for (const { body } of bodies) {
      for (const place of placesOf(body)) {
        const { status, body: problem } = await call(id, { base, body: spoilt(body, place) });
        const problems = (problem.errors ?? []) as readonly { readonly field: string }[];
        const path = place.join('.');
        expect({ path, status }).toEqual({ path, status: 400 });
        expect(
          problems.some(({ field }) => `${path}.`.startsWith(`${field}.`) || field.startsWith(path)),
        ).toBe(true);
      }
    }
  }
});

it.each([
  ['queryMonitor', 'is_outer'],
  ['installModel', 'is_deploy'],
])('%s reads the parameter %s by its name', async (id, name) => {
  const answer = await call(id, { body: install(), query: `?${name}=perhaps` });
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: name }] } });
});
