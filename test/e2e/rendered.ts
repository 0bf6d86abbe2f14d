import type { Feature } from '../../src/engines/fields.ts';
import type { GatewayRule } from '../../src/objects/stoa.ts';
import type { Scene } from './scene.ts';
import { conditionOf } from './team.ts';

/** Features of rules by nginx setting. */
const FEATURE_OF: Readonly<Record<string, Feature>> = {
  client_max_body_size: 'http.configuration.proxyBodySize',
  proxy_buffers: 'http.configuration.proxyBufferNumbers',
  proxy_buffer_size: 'http.configuration.proxyBufferSize',
  proxy_buffering: 'http.configuration.proxyBuffering',
  proxy_connect_timeout: 'http.configuration.proxyConnectTimeout',
  proxy_read_timeout: 'http.configuration.proxyReadTimeout',
  proxy_send_timeout: 'http.configuration.proxySendTimeout',
};

/** Values that mean nginx's default, which other engines do anyway. */
const NGINX_DEFAULTS: ReadonlySet<string> = new Set(['off', '0']);

/** Complaints about settings that are in no object of the engine, and that the rule does not report as unsupported. */
export async function settingComplaints(
  { stage, team, one }: Scene,
  rules: readonly GatewayRule[],
): Promise<string[]> {
  const lists = stage.dialect.resources.map((resource) => {
    return stage.client.list(resource, { namespace: team.namespace });
  });
  const leaves = new Set(
    (await Promise.all(lists)).flat().flatMap(({ metadata: _, ...rest }) => leavesOf(rest)),
  );
  const isNamed = (feature: Feature | undefined) =>
    feature !== undefined &&
    rules.some((rule) => conditionOf(rule, 'FullyExpressed')?.message.includes(feature) ?? false);
  return Object.entries(settingsOf(one))
    .filter(([name, value]) => !isNamed(FEATURE_OF[name]) && !NGINX_DEFAULTS.has(value))
    .filter(
      ([, value]) => !value.split(' ').every((part) => spellings(part).some((text) => leaves.has(text))),
    )
    .map(([name, value]) => `${name} ${value} is in no object of ${stage.dialect.name}`);
}

/** The settings that a case expects; without response buffering, the buffer sizes do not matter. */
function settingsOf({ effective = {} }: Scene['one']): Readonly<Record<string, string>> {
  const { proxy_buffers: _, proxy_buffer_size: __, ...unbuffered } = effective;
  return effective.proxy_buffering === 'off' ? unbuffered : effective;
}

/** Spellings of a size, a time or a number in objects of engines. */
function spellings(value: string): readonly string[] {
  const [, digits = '', unit = ''] = /^(\d+)([smk]?)$/.exec(value) ?? [];
  const number = Number(digits);
  switch (unit) {
    case 's':
      return [value, `${number * 1000}ms`, digits];
    case 'm':
      return [value, `${number}Mi`, String(number * 2 ** 20)];
    case 'k':
      return [value, `${number}Ki`, String(number * 2 ** 10)];
    default:
      return [value];
  }
}

function leavesOf(value: unknown): readonly string[] {
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(leavesOf)
    : [String(value)];
}
