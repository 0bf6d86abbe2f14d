import { afterAll, beforeAll, expect, vi } from 'vitest';
import { conditionOf } from '../../src/api/condition.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { Install, Shop } from '../cluster/support/shop.ts';
import { connect } from '../cluster/support/world.ts';
import { ChartRepository } from '../support/chartrepository.ts';
import { eventually } from '../support/eventually.ts';
import { attacks, by } from './support/attack.ts';
import { type Member, newMember } from './support/member.ts';

/** Longer than two renderings that take all the time that one may, on a busy machine. */
const SOME_TIME = 300_000;

vi.setConfig({ testTimeout: 2 * SOME_TIME });

let administrator: KubeClient;
let shop: Shop;
let repository: ChartRepository;

beforeAll(async () => {
  administrator = await connect();
  shop = await Shop.open();
  repository = await ChartRepository.open();
  repository.offer('endless', '1.0.0', {
    'templates/a.yaml':
      '{{ range until 100000 }}{{ range until 100000 }}{{ $_ := list 1 2 3 }}{{ end }}{{ end }}',
  });
  repository.offer('modest', '1.0.0', {
    'templates/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: {{ .Release.Name }} }\n',
  });
});

afterAll(async () => {
  repository.close();
  await shop.close();
});

function installOf({ client, team }: Member, chart: string, name: string): Install {
  return new Install(client, team, shop, chart, { name, market: { url: repository.url, type: 'helm' } });
}

/** Edits installs whenever they have been refused, until `over` resolves; gives the number of refusals. */
async function editsAgainAndAgain(installs: readonly Install[], over: Promise<unknown>): Promise<number> {
  let [refusals, isOver] = [0, false];
  void over.finally(() => {
    isOver = true;
  });
  await eventually(async () => {
    for (const install of installs) {
      const { metadata, status } = await install.get();
      const resolved = conditionOf(status, 'TemplateResolved');
      if (resolved?.reason === 'ChartNotRendered' && resolved.observedGeneration === metadata.generation) {
        refusals += 1;
        await install.apply('1.0.0', { values: { refusals } });
      }
    }
    expect(isOver).toBe(true);
  }, SOME_TIME);
  return refusals;
}

attacks(
  'Every team has its turn at the renderer of charts',
  by('team', 'edit in its own namespace', [
    {
      mustNotHappen: 'a chart of another team waits no longer than for the one that is being rendered',
      does: 'edits three installs of a chart without end, again and again',
      async run() {
        const [greedy, modest] = [await newMember(administrator), await newMember(administrator)];
        const names = ['one', 'two', 'three'];
        const endless = names.map((name) => installOf(greedy, 'endless', name));
        for (const install of endless) {
          await install.apply('1.0.0');
        }
        // Which of them is rendered first is not said.
        await Promise.any(endless.map((each) => each.condition('Ready', 'False', 'RendererBusy', SOME_TIME)));
        const install = installOf(modest, 'modest', 'web');
        await install.apply('1.0.0');
        const inPlace = install.condition('Ready', 'True', undefined, SOME_TIME);
        // One that is being rendered now, and at most one that began before the chart was there.
        expect(await editsAgainAndAgain(endless, inPlace)).toBeLessThanOrEqual(2);
      },
    },
  ]),
);
