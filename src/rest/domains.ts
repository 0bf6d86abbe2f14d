import { createHash } from 'node:crypto';
import type { GatewayRuleSpec } from '../api/gatewayrule.ts';
import { LABELS } from '../api/group.ts';
import { resolveBackend } from '../component/backend.ts';
import { isFailure } from '../kube/error.ts';
import { SERVICES } from '../objects/core.ts';
import { GATEWAY_RULE_TYPE, GATEWAY_RULES } from '../objects/stoa.ts';
import { Problem } from './problem.ts';
import type { Scope } from './scope.ts';
import { gatewayRuleBody } from './wire/record.ts';
import { specOfBody } from './wire/request.ts';

/** Owner of the fields that this API writes, in `metadata.managedFields`. */
export const FIELD_MANAGER = 'stoa-rest';

/** "Create a gateway policy": writes the rule as the caller and answers all rules of the application. */
export async function createRule(scope: Scope, body: unknown) {
  const spec = specOfBody(body, scope.application.spec.id);
  await checkComponent(scope, spec);
  const { namespace } = scope;
  const draft = { ...GATEWAY_RULE_TYPE, metadata: { name: ruleName(spec), namespace }, spec };
  try {
    await scope.client.create(GATEWAY_RULES, draft, FIELD_MANAGER);
  } catch (error) {
    throw isFailure(error, 'already-exists') ? existing(spec) : error;
  }
  return listRules(scope);
}

/** All rules of the application, as the contract's GatewayRule. */
export async function listRules({ client, namespace, application, region, teamId }: Scope) {
  const { id } = application.spec;
  const [rules, services] = await Promise.all([
    client.list(GATEWAY_RULES, { namespace }),
    client.list(SERVICES, { namespace, labelSelector: `${LABELS.appId}=${id}` }),
  ]);
  return gatewayRuleBody({ region, teamId, services, rules: rules.filter(({ spec }) => spec.appId === id) });
}

async function checkComponent({ client, namespace }: Scope, spec: GatewayRuleSpec): Promise<void> {
  const half = spec.http ?? spec.tcp;
  if (half === undefined) {
    return;
  }
  const labelSelector = `${LABELS.appId}=${spec.appId},${LABELS.componentId}=${half.serviceId}`;
  const services = await client.list(SERVICES, { namespace, labelSelector });
  const backend = resolveBackend(services, half.containerPort);
  switch (backend.type) {
    case 'resolved':
      return;
    case 'no-component':
      throw problem(
        'componentNotFound',
        spec,
        'service_id',
        `the application has no component ${half.serviceId}`,
      );
    case 'no-port':
      throw problem(
        'portNotFound',
        spec,
        'container_port',
        `component ${half.serviceId} has no port ${half.containerPort}; it has ${backend.ports.join(', ') || 'none'}`,
      );
  }
}

function problem(
  name: 'componentNotFound' | 'portNotFound',
  { protocol }: GatewayRuleSpec,
  member: string,
  message: string,
): Problem {
  const field = `${protocol}.${member}`;
  return new Problem(name, `${field}: ${message}`, [{ field, message }]);
}

function existing({ protocol, http }: GatewayRuleSpec): Problem {
  const what = http === undefined ? 'the end point' : `${http.domainName}${http.domainPath ?? '/'}`;
  return new Problem('ruleExists', `${protocol}: there is a rule for ${what} and this component already`);
}

/**
 * The name of a rule follows from what makes it unique, so that of two equal requests the API server
 * refuses one, whichever replica takes them.
 */
export function ruleName({ appId, protocol, http, tcp }: GatewayRuleSpec): string {
  const identity = http
    ? [
        http.serviceId,
        http.containerPort,
        http.domainName,
        http.domainPath ?? '/',
        http.certificateId !== undefined,
      ]
    : [tcp?.endPoint.ip, tcp?.endPoint.port];
  const hash = createHash('sha256')
    .update(JSON.stringify([appId, protocol, ...identity]))
    .digest('hex');
  return `${protocol}-${hash.slice(0, 20)}`;
}
