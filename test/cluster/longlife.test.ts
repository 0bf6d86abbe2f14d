import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Estate } from './support/life/estate.ts';
import { Life } from './support/life/life.ts';

let life: Life;
let estate: Estate;

beforeAll(async () => {
  life = await Life.start();
  await life.operator();
  estate = await Estate.open(life);
});

afterAll(async () => {
  await estate?.close();
  await life?.close();
});

describe('over a long life', () => {
  it('etcd goes back to an earlier time', async () => {
    await life.snapshot('earlier');
    await estate.isWell();
    const before = await estate.photo();
    const { team } = estate;
    await estate.rule('added');
    await estate.rule('open', `moved.${team.host}`);
    await estate.unrule('port').catch(() => undefined);
    await estate.install().apply('2.0');
    await estate.install('second').apply('1.0');
    await estate.isWell();
    await life.restore('earlier');
    estate.hosts.delete('added');
    estate.hosts.set('open', `open.${team.host}`);
    await estate.isWell();
    expect(await estate.photo()).toEqual(before);
    await estate.isAlive();
    expect(await estate.answer(`added.${team.host}`)).toBe(404);
  });
}, 400_000);
