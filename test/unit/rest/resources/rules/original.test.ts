import { expect, it } from 'vitest';
import type { Service } from '../../../../../src/objects/core.ts';
import type { GatewayRule } from '../../../../../src/objects/stoa.ts';
import { PROBLEMS, Problem } from '../../../../../src/rest/problem/problem.ts';
import { checkRule, faultOf } from '../../../../../src/rest/resources/rules/checks.ts';
import { effectiveWrite } from '../../../../../src/rule/write.ts';
import { specOfBody } from '../../../../support/rulebody.ts';
import { competing, ruleOf, serviceOf } from '../../../../support/rules.ts';

/** Contents of the application in the requests below. */
interface State {
  readonly services?: readonly Service[];
  readonly rules?: readonly GatewayRule[];
}

/** A component with a port, open to the outside or not. */
function component(port: number, isOpen: boolean): State {
  const service = serviceOf('svc-1', [{ port }]);
  const annotations = isOpen ? { 'stoa.dev/outer-ports': String(port) } : {};
  return { services: [{ ...service, metadata: { ...service.metadata, annotations } }] };
}

/** The HTTP status of "create a gateway policy". */
function statusOf(body: unknown, { services = [], rules = [] }: State): number {
  try {
    const write = effectiveWrite({ spec: specOfBody(body, 1), namespace: 'team' });
    const ports = [{ from: 30_000, to: 32_767 }];
    const refusal = checkRule(write, {
      services,
      workloads: [],
      rules,
      isGranted: () => true,
      competing: competing(rules),
      burdening: competing(rules),
      hasCertificate: true,
      issuers: [],
      name: { type: 'granted' },
      ports,
    });
    return refusal === undefined ? 200 : PROBLEMS[faultOf(refusal, write.rule).problem].status;
  } catch (error) {
    return error instanceof Problem ? PROBLEMS[error.problem].status : 500;
  }
}

const http = {
  service_id: 'svc-1',
  container_port: 80,
  domain_name: 'demo.example.com',
  domain_path: '/',
};
const tcp = { service_id: 'svc-1', container_port: 6379, end_point: '1.1.1.1:30001' };
const same = ruleOf({ serviceId: 'svc-1', containerPort: 80, domainName: 'demo.example.com' });

/**
 * Requests of goodrain/rainbond-console, console/tests/mcp_query_service_test.py and
 * openapi_service_config_validation_test.py. Those for third-party components have no counterpart: Stoa knows
 * components by their Services, whatever stands behind them.
 */
it.each<[string, State, unknown, number]>([
  ['an http rule', component(80, true), { protocol: 'http', http }, 200],
  ['a port that is not open', component(80, false), { protocol: 'http', http }, 400],
  ['the same rule again', { ...component(80, true), rules: [same] }, { protocol: 'http', http }, 400],
  ['no http half', {}, { protocol: 'http' }, 400],
  ['no tcp half', {}, { protocol: 'tcp' }, 400],
  ['an unknown protocol', {}, { protocol: 'udp' }, 400],
  [
    'a tcp rule, which opens its port',
    component(6379, false),
    { protocol: 'tcp', tcp: { ...tcp, default_port: 30_001, default_ip: '0.0.0.0' } },
    200,
  ],
  // The published request has no default_ip and a default_port of false; the contract requires both.
  [
    'a tcp rule without address',
    component(6379, false),
    { protocol: 'tcp', tcp: { ...tcp, default_port: false } },
    400,
  ],
  [
    'settings without headers',
    component(80, true),
    { protocol: 'http', http: { ...http, configuration: {} } },
    200,
  ],
])('answers a request of the original: %s', (_, state, body, status) => {
  expect(statusOf(body, state)).toBe(status);
});
