import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import { app, templateOf, type Wire } from '../support/template.ts';
import { contentsOf, Install, Shop } from './support/shop.ts';
import { connect, Team } from './support/world.ts';

/** Longer than the retries of a store that a busy machine keeps from a timely response. */
const SOME_TIME = 120_000;

let client: KubeClient;
let shop: Shop;
let before: string[];

beforeAll(async () => {
  client = await connect();
  shop = await Shop.open();
  before = await operatorInBrief();
});

afterAll(async () => {
  await shop.close();
  expect(await operatorInBrief()).toEqual(before);
});

/** Start time of the operator, and the number of its reconciles that ended in unexpected errors. */
async function operatorInBrief(): Promise<string[]> {
  const metrics = await (await fetch(inject('cluster').operatorMetricsUrl)).text();
  const lines = metrics.split('\n');
  return lines.filter((line) => /^(process_start_time_seconds|\w+_reconcile_panics_total)\b/.test(line));
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function files(count: number): Wire {
  return {
    service_volume_map_list: times(count, (index) => ({
      volume_name: `file-${index}`,
      volume_path: `/etc/file-${index}`,
      volume_type: 'config-file',
      file_content: 'a',
    })),
  };
}

/** JSON of nested maps. */
function nested(levels: number): string {
  return `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
}

const whole = templateOf([app('web')]);

const MODELS: readonly (readonly [name: string, text: string, reason: string, words: string])[] = [
  ['10,000 components', templateOf(times(10_000, (n) => app(`c${n}`))), 'TemplateInvalid', 'at most 500'],
  [
    'more objects than the inventory can hold',
    templateOf(times(400, (n) => app(`c${n}`, files(9)))),
    'TemplateInvalid',
    'room for 3000',
  ],
  ['200 levels', `{"apps":[],"deep":${nested(199)}}`, 'TemplateInvalid', 'levels deep'],
  ['5,000 levels', `{"apps":[],"deep":${nested(4_999)}}`, 'TemplateInvalid', 'levels deep'],
  [
    'components that run elsewhere only',
    templateOf([app('a', { service_source: 'third_party' })]),
    'TemplateInvalid',
    'runs elsewhere',
  ],
  ['nothing at all', '{}', 'TemplateInvalid', 'neither apps nor k8s_resources'],
  ['null', 'null', 'TemplateInvalid', 'must be a JSON object'],
  ['truncated JSON', whole.slice(0, -20), 'TemplateInvalid', 'cut off'],
  ['text', 'Hello', 'TemplateInvalid', 'must be a JSON object'],
  ['one component twice', templateOf([app('a'), app('a')]), 'TemplateInvalid', 'apps[1]'],
  [
    'a component without image',
    templateOf([app('a'), app('b', { share_image: null })]),
    'TemplateInvalid',
    'apps[1].share_image',
  ],
  ['a negative size', templateOf([app('a', { memory: -1 })]), 'TemplateInvalid', 'apps[0].memory'],
  [
    'an invalid port',
    templateOf([app('a', { port_map_list: [{ container_port: 70_000 }] })]),
    'TemplateInvalid',
    'container_port',
  ],
  ['sources', templateOf([app('a', { share_type: 'slug' })]), 'TemplateInvalid', 'built here'],
  [
    'an image that the API server rejects',
    templateOf([
      app('a', {
        component_k8s_attributes: [
          {
            name: 'env',
            save_type: 'json',
            attribute_value: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'no.such' } } }],
          },
        ],
      }),
    ]),
    'Rejected',
    'the API server rejects Deployment',
  ],
  [
    '20 MiB',
    templateOf([app('a')], { filler: randomBytes(10 * 2 ** 20).toString('hex') }),
    'StoreAnswerTooLarge',
    '5 MiB',
  ],
];

describe('a model that cannot be installed', () => {
  it.each(MODELS)(
    '%s: no object is created, and the installed version stays',
    async (name, text, reason, words) => {
      const key = name.replaceAll(/\W+/g, '-');
      await shop.offer(key, '1.0', whole);
      await shop.offer(key, '2.0', text);
      const team = await Team.create(client);
      const install = new Install(client, team, shop, key, { name: 'shop' });
      await install.apply('2.0');
      const { message } = await install.condition('Ready', 'False', reason, SOME_TIME);
      expect(message).toContain(words);
      expect(message.length).toBeLessThan(2_500);
      expect(await partsIn(team)).toEqual([]);
      await install.apply('1.0');
      await install.condition('Ready', 'True');
      const parts = await partsIn(team);
      expect(parts).toEqual(['Deployment shop-web']);
      await install.apply('2.0');
      const again = await install.condition('Ready', 'False', reason, SOME_TIME);
      expect(again.message).toContain('version 1.0 is still in place');
      expect(await partsIn(team)).toEqual(parts);
      await install.remove();
      expect(await contentsOf(client, team.namespace)).toEqual([]);
    },
  );
});

/** Objects of components in a namespace, without the template, the allocations and the envs of the platform. */
async function partsIn({ namespace }: Team): Promise<string[]> {
  const contents = await contentsOf(client, namespace);
  return contents.filter((each) => !/^(Secret shop-(template-.*|kept)|ConfigMap shop-platform)$/.test(each));
}
