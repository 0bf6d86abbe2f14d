import { beforeAll, describe, expect, it } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import { createThings, failure, type Things } from './support/things.ts';
import { connect } from './support/world.ts';

/** Two field managers, as for a controller and a person. */
const ONE = 'manager-one';
const TWO = 'manager-two';

let client: KubeClient;
let things: Things;

beforeAll(async () => {
  client = await connect();
  things = await createThings(client);
});

function target(name: string) {
  return { namespace: things.namespace, name };
}

function apply(name: string, spec: object, manager = ONE, options = {}, metadata = {}) {
  return client.apply(things.resource, things.draft(name, spec, metadata), manager, options);
}

describe('server-side apply', () => {
  it('changes nothing if nothing differs', async () => {
    const first = await apply('same', { colour: 'red' });
    const second = await apply('same', { colour: 'red' });
    expect(second.metadata.resourceVersion).toBe(first.metadata.resourceVersion);
  });

  it('takes over a field from its owner with force, and names field and owner without', async () => {
    await apply('owned', { colour: 'red' });
    expect(await failure(apply('owned', { colour: 'blue' }, TWO, { force: false }))).toEqual({
      type: 'field-conflict',
      causes: [{ field: '.spec.colour', manager: ONE, message: expect.stringContaining(ONE) }],
    });
    expect((await apply('owned', { colour: 'blue' }, TWO)).spec.colour).toBe('blue');
    expect(await failure(apply('owned', { colour: 'red' }, ONE, { force: false }))).toMatchObject({
      causes: [{ manager: TWO }],
    });
  });

  it('causes no conflict if two managers set the same value', async () => {
    await apply('agreed', { colour: 'red' });
    expect((await apply('agreed', { colour: 'red' }, TWO, { force: false })).spec.colour).toBe('red');
  });

  it('gives up an omitted field, which gets its default again', async () => {
    expect((await apply('left-out', { colour: 'red', size: 9 })).spec).toEqual({ colour: 'red', size: 9 });
    expect((await apply('left-out', { colour: 'red' })).spec).toEqual({ colour: 'red', size: 3 });
  });

  it('may omit a required field that another manager has set', async () => {
    await apply('shared', { colour: 'red' });
    expect((await apply('shared', { size: 4 }, TWO)).spec).toEqual({ colour: 'red', size: 4 });
  });

  it('rejects a field that is not in the schema, and names it', async () => {
    const refused = await failure(apply('unknown', { colour: 'red', weight: 1 }));
    expect(refused).toMatchObject({ type: 'invalid' });
    expect(JSON.stringify(refused)).toContain('spec.weight');
  });

  it('rejects an invalid value, and names the field', async () => {
    expect(await failure(apply('long', { colour: 'x'.repeat(21) }))).toMatchObject({
      type: 'invalid',
      causes: [{ field: 'spec.colour' }],
    });
  });
});

describe('status', () => {
  it('is not changed by an apply of the object, and does not change the generation', async () => {
    const { metadata } = await apply('status', { colour: 'red' });
    const { spec: _, ...draft } = things.draft('status', {});
    const withStatus = { ...draft, status: { phase: 'done' } };
    const applied = await client.apply(things.resource, withStatus, ONE, { subresource: 'status' });
    expect(applied).toMatchObject({ status: { phase: 'done' }, spec: { colour: 'red' } });
    expect(applied.metadata.generation).toBe(metadata.generation);
    const whole = { ...things.draft('status', { colour: 'blue' }), status: { phase: 'undone' } };
    const after = await client.apply(things.resource, whole, TWO);
    expect(after).toMatchObject({ status: { phase: 'done' }, spec: { colour: 'blue' } });
    expect(after.metadata.generation).toBe((metadata.generation ?? 0) + 1);
  });

  it('never creates an object, and only a version protects another of the same name', async () => {
    const { metadata } = await apply('gone', { colour: 'red' });
    const { uid, resourceVersion } = metadata;
    await client.delete(things.resource, { ...target('gone'), uid });
    const late = (guard: object) => {
      const { spec: _, ...draft } = things.draft('gone', {}, guard);
      const status = { ...draft, status: { phase: 'done' } };
      return client.apply(things.resource, status, ONE, { subresource: 'status' });
    };
    expect(await failure(late({}))).toEqual({ type: 'not-found' });
    await apply('gone', { colour: 'blue' });
    expect(await failure(late({ uid, resourceVersion }))).toEqual({ type: 'conflict' });
    expect((await client.get(things.resource, target('gone'))).status).toBeUndefined();
    // For a status, the server uses the stored metadata, whatever uid the request has.
    expect((await late({ uid })).metadata.uid).not.toBe(uid);
  });
});

describe('preconditions', () => {
  it('prevent that an apply with a uid creates a deleted object again', async () => {
    const { metadata } = await apply('dead', { colour: 'red' });
    const { uid, resourceVersion } = metadata;
    await client.delete(things.resource, { ...target('dead'), uid });
    expect(await failure(apply('dead', { colour: 'blue' }, ONE, {}, { uid }))).toEqual({ type: 'conflict' });
    expect(await failure(client.get(things.resource, target('dead')))).toEqual({ type: 'not-found' });
    // A version alone does not prevent the write.
    const revived = await apply('dead', { colour: 'blue' }, ONE, {}, { resourceVersion });
    expect(revived.metadata.uid).not.toBe(uid);
    expect(await failure(apply('dead', { colour: 'green' }, ONE, {}, { uid }))).toEqual({ type: 'conflict' });
  });

  it('reject an apply to an outdated version', async () => {
    const { metadata } = await apply('stale', { colour: 'red' });
    await apply('stale', { colour: 'blue' });
    const { resourceVersion } = metadata;
    expect(await failure(apply('stale', { colour: 'green' }, ONE, {}, { resourceVersion }))).toEqual({
      type: 'conflict',
    });
  });

  it('reject the deletion of another object, or of another version', async () => {
    const { metadata } = await apply('kept', { colour: 'red' });
    const { uid, resourceVersion } = metadata;
    const kept = target('kept');
    expect(await failure(client.delete(things.resource, { ...kept, uid: 'other' }))).toEqual({
      type: 'conflict',
    });
    const newer = await apply('kept', { colour: 'blue' });
    expect(await failure(client.delete(things.resource, { ...kept, uid, resourceVersion }))).toEqual({
      type: 'conflict',
    });
    await client.delete(things.resource, {
      ...kept,
      uid,
      resourceVersion: newer.metadata.resourceVersion,
    });
    expect(await failure(client.delete(things.resource, { ...kept, uid }))).toEqual({ type: 'not-found' });
  });

  it('reject the creation with a taken name', async () => {
    const draft = things.draft('twice', { colour: 'red' });
    await client.create(things.resource, draft, ONE);
    expect(await failure(client.create(things.resource, draft, ONE))).toEqual({ type: 'already-exists' });
  });
});

describe('a dry run', () => {
  it('is validated and answered like a write, and writes nothing', async () => {
    const dryRun = { dryRun: true };
    const draft = things.draft('dry', { colour: 'red' });
    expect((await client.create(things.resource, draft, ONE, dryRun)).spec.size).toBe(3);
    expect((await client.apply(things.resource, draft, ONE, dryRun)).spec.size).toBe(3);
    expect(await failure(client.get(things.resource, target('dry')))).toEqual({ type: 'not-found' });
    const { metadata } = await client.create(things.resource, draft, ONE);
    await client.delete(things.resource, { ...target('dry'), uid: metadata.uid }, dryRun);
    const { spec } = await client.apply(
      things.resource,
      things.draft('dry', { colour: 'blue' }),
      ONE,
      dryRun,
    );
    expect(spec.colour).toBe('blue');
    expect((await client.get(things.resource, target('dry'))).spec.colour).toBe('red');
    const long = things.draft('dry', { colour: 'x'.repeat(21) });
    expect((await failure(client.apply(things.resource, long, ONE, dryRun))).type).toBe('invalid');
  });
});
