import { beforeAll, describe, expect, it } from 'vitest';
import type { Fault } from '../../deploy/local/store/fault.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { eventually } from '../support/eventually.ts';
import { app, templateOf } from '../support/template.ts';
import { contentsOf, Install, Shop } from './support/shop.ts';
import { connect, Team } from './support/world.ts';

let client: KubeClient;

beforeAll(async () => {
  client = await connect();
});

/** Faults of a store, with reason and message of the condition, and whether Stoa retries. */
const FAULTS: readonly (readonly [Fault, reason: string, words: string, next: 'again' | 'edit'])[] = [
  [{ type: 'status', status: 401 }, 'StoreUnauthorized', 'wants an access key (401)', 'edit'],
  [{ type: 'status', status: 403 }, 'StoreForbidden', '(403)', 'edit'],
  [{ type: 'status', status: 404 }, 'ModelNotFound', '(404)', 'edit'],
  [{ type: 'status', status: 418 }, 'StoreRejected', 'answers 418', 'edit'],
  [{ type: 'status', status: 429 }, 'StoreFailed', 'answers 429', 'again'],
  [{ type: 'status', status: 503 }, 'StoreFailed', 'answers 503', 'again'],
  [{ type: 'not-json' }, 'StoreAnswerInvalid', 'is not JSON', 'edit'],
  [{ type: 'empty' }, 'StoreAnswerInvalid', 'template', 'edit'],
  [{ type: 'truncated' }, 'StoreUnreachable', 'does not answer', 'again'],
  [{ type: 'slow' }, 'StoreTooSlow', 'within 10 s', 'again'],
  [{ type: 'too-large' }, 'StoreAnswerTooLarge', 'larger than 5 MiB', 'edit'],
  [{ type: 'bomb' }, 'StoreAnswerTooLarge', 'more than 100 times', 'edit'],
  [{ type: 'redirect', location: 'http://127.0.0.1:1/' }, 'StoreRedirected', 'redirects', 'edit'],
];

describe('a store that fails', () => {
  it.each(FAULTS)('%j: reports %s, and continues', async (fault, reason, words, next) => {
    const shop = await Shop.open();
    await shop.offer('web', '1.0', templateOf([app('web')]));
    shop.store.fail(fault);
    const team = await Team.create(client);
    const install = new Install(client, team, shop, 'web');
    await install.apply();
    const { message } = await install.condition('TemplateResolved', 'False', reason);
    expect(message).toContain(words);
    expect(message).not.toContain('half of');
    await install.condition(next === 'again' ? 'Reconciling' : 'Stalled', 'True', reason);
    await eventually(async () => expect(await install.events()).toContain(`Warning ${reason}: ${message}`));
    expect(await contentsOf(client, team.namespace)).toEqual([]);
    shop.store.fail({ type: 'none' });
    // If only an edit can help, any edit triggers a retry.
    await (next === 'again' ? undefined : install.apply('1.0', { volumesOnDelete: 'keep' }));
    await install.condition('Ready', 'True');
    await eventually(async () =>
      expect(await install.events()).toContain('Normal Installed: version 1.0 is in place'),
    );
    await install.remove();
    await shop.close();
  });

  it('delays an upgrade while it is down, and does not affect the installed version', async () => {
    const shop = await Shop.open();
    await shop.offer('web', '1.0', templateOf([app('web')]));
    const team = await Team.create(client);
    const install = new Install(client, team, shop, 'web');
    await install.apply();
    await install.condition('Ready', 'True');
    const contents = await contentsOf(client, team.namespace);
    await shop.close();
    await install.apply('2.0');
    const { message } = await install.condition('Ready', 'False', 'StoreUnreachable');
    expect(message).toBe(
      'nothing listens at the address of the store: correct the address, or have the store started; version 1.0 is still in place',
    );
    await install.apply('1.0', { deploy: false });
    await install.condition('Ready', 'True');
    expect(await contentsOf(client, team.namespace)).toEqual(contents);
  });
});
