import { expect, it } from 'vitest';
import type { ListenerGroup } from '../../../src/engines/group.ts';
import { nginxGatewayFabric } from '../../../src/engines/nginxgatewayfabric/engine.ts';
import { gatewayParent } from '../../../src/gateway/parent.ts';
import { parseRule } from '../../../src/rule/effective.ts';
import { type Case, readCases } from '../../e2e/case.ts';
import { specOfBody } from '../../support/rulebody.ts';

/** The group of a case's rule, as if it were the only one for its host and path. */
function groupOf({ rule }: Case): ListenerGroup {
  const parsed = parseRule({ spec: specOfBody(rule, 1) });
  if (parsed.type !== 'valid' || parsed.rule.protocol !== 'http') {
    throw new Error('the rule of the case is no valid http rule');
  }
  const { host, path, settings, balancing, target, containerPort, weight } = parsed.rule;
  const backends = [
    { service: target.type === 'component' ? target.id : target.name, port: Number(containerPort), weight },
  ];
  return {
    scheme: 'http',
    parents: [gatewayParent({ namespace: 'stoa-system', name: 'stoa' }, 'http')],
    namespace: 'team',
    route: 'r',
    name: 'r',
    host,
    path,
    branches: [{ ...parsed.rule, backends }],
    settings,
    balancing,
    owners: [],
  };
}

interface Policies {
  readonly body?: { readonly maxSize: string };
  readonly buffering?: {
    readonly disable: boolean;
    readonly bufferSize: string;
    readonly buffers: { readonly number: number; readonly size: string };
  };
  readonly timeout?: { readonly connect: string; readonly read: string; readonly send: string };
}

/** Effect of the policies of NGINX Gateway Fabric, as directives of nginx. */
function nginxSettings(group: ListenerGroup) {
  const specs = nginxGatewayFabric.render(group).objects.map(({ draft }) => draft.spec);
  const { body, buffering, timeout } = Object.assign({}, ...specs) as Policies;
  return {
    client_max_body_size: body?.maxSize,
    proxy_buffering: buffering?.disable ? 'off' : 'on',
    proxy_buffers: `${buffering?.buffers.number} ${buffering?.buffers.size}`,
    proxy_buffer_size: buffering?.bufferSize,
    proxy_connect_timeout: timeout?.connect,
    proxy_read_timeout: timeout?.read,
    proxy_send_timeout: timeout?.send,
  };
}

const withSettings = Object.values(readCases('gateway'))
  .flat()
  .filter(({ effective }) => effective !== undefined);

it.each(withSettings)('nginx gets the settings of the case $name', (one) => {
  expect(nginxSettings(groupOf(one))).toMatchObject(one.effective ?? {});
});
