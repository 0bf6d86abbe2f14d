import { describe, expect, it } from 'vitest';
import { Store } from '../../../src/controller/store.ts';
import type { KubeObject } from '../../../src/kube/object.ts';

function labelled(name: string, resourceVersion: string, color: string): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Thing',
    metadata: { name, uid: name, resourceVersion, creationTimestamp: 't', labels: { color } },
  };
}

function colors(): Store<KubeObject, 'color'> {
  return new Store({ color: ({ metadata }) => [metadata.labels?.color ?? ''] }, (_, error) => {
    throw error;
  });
}

it('finds objects by index, through changes and removal', () => {
  const store = colors();
  expect(store.put(labelled('a', '1', 'red'))).toEqual({ after: labelled('a', '1', 'red') });
  store.put(labelled('b', '1', 'red'));
  expect(store.by('color', 'red').map(({ metadata }) => metadata.name)).toEqual(['a', 'b']);
  expect(store.put(labelled('a', '2', 'blue'))?.before?.metadata.resourceVersion).toBe('1');
  expect(store.by('color', 'red')).toHaveLength(1);
  expect(store.remove('b', '1')).toEqual({ before: labelled('b', '1', 'red') });
  expect(store.by('color', 'red')).toEqual([]);
  expect(store.remove('b', '9')).toBeUndefined();
});

it('keeps the place of an object under an unchanged value', () => {
  const store = colors();
  store.put(labelled('a', '1', 'red'));
  store.put(labelled('b', '1', 'red'));
  store.put(labelled('a', '2', 'red'));
  expect(store.first('color', 'red')?.metadata.name).toBe('a');
  store.put(labelled('a', '3', 'blue'));
  expect(store.first('color', 'red')?.metadata.name).toBe('b');
  expect(store.first('color', 'green')).toBeUndefined();
});

it('returns the changes of a replacement', () => {
  const store = colors();
  for (const name of ['kept', 'edited', 'gone']) {
    store.put(labelled(name, '1', 'red'));
  }
  const changes = store.replace(
    [labelled('kept', '1', 'red'), labelled('edited', '2', 'blue'), labelled('new', '1', 'red')],
    '2',
  );
  expect(changes.map(({ before, after }) => [before?.metadata.name, after?.metadata.name])).toEqual([
    ['gone', undefined],
    ['edited', 'edited'],
    [undefined, 'new'],
  ]);
  expect(store.size).toBe(3);
  expect(store.by('color', 'blue')).toHaveLength(1);
});

it('replaces one namespace only', () => {
  const store = colors();
  const placed = (namespace: string, name: string) => {
    const object = labelled(name, '1', 'red');
    return { ...object, metadata: { ...object.metadata, namespace } };
  };
  for (const object of [placed('x', 'a'), placed('x', 'b'), placed('y', 'a'), placed('xy', 'a')]) {
    store.put(object);
  }
  expect(store.replace([placed('x', 'b')], '2', 'x')).toEqual([{ before: placed('x', 'a') }]);
  expect(store.size).toBe(3);
});

it('never stores an older version', () => {
  const store = colors();
  store.put(labelled('a', '10', 'red'));
  expect(store.put(labelled('a', '9', 'blue'))).toBeUndefined();
  expect(store.put(labelled('a', '10', 'blue'))).toBeUndefined();
  expect(store.remove('a', '9')).toBeUndefined();
  expect(store.replace([], '9')).toEqual([]);
  expect(store.get('a')).toEqual(labelled('a', '10', 'red'));
  expect(store.replace([], '11')).toHaveLength(1);
});

describe('an object on which something fails', () => {
  /** Store whose index and view fail on some objects, and the names of those that it leaves out. */
  function strict() {
    const leftOut: string[] = [];
    const store = new Store<KubeObject, 'color'>(
      {
        color: ({ metadata }) => {
          if (metadata.labels?.color === 'no index') {
            throw new Error('no index');
          }
          return [metadata.labels?.color ?? ''];
        },
      },
      ({ metadata }) => leftOut.push(metadata.name),
    );
    const seen: string[] = [];
    store.follow(({ before, after }) => {
      if (after?.metadata.labels?.color === 'no view') {
        throw new Error('no view');
      }
      seen.push(after === undefined ? `-${before?.metadata.name}` : `+${after.metadata.name}`);
    });
    return { store, leftOut, seen };
  }

  it.each(['no index', 'no view'])(
    'is left out of a list that holds it, and the others are not: %s',
    (fault) => {
      const { store, leftOut } = strict();
      store.put(labelled('bad', '1', 'red'));
      store.put(labelled('gone', '1', 'red'));
      const changes = store.replace(
        [labelled('first', '2', 'red'), labelled('bad', '3', fault), labelled('last', '4', 'red')],
        '4',
      );
      expect(leftOut).toEqual(['bad']);
      expect(store.by('color', 'red').map(({ metadata }) => metadata.name)).toEqual(['first', 'last']);
      expect(changes.map(({ before, after }) => [before?.metadata.name, after?.metadata.name])).toEqual([
        ['gone', undefined],
        [undefined, 'first'],
        ['bad', undefined],
        [undefined, 'last'],
      ]);
    },
  );

  it.each(['no index', 'no view'])('is stored once it is mended, after a failure of its own: %s', (fault) => {
    const { store, leftOut, seen } = strict();
    expect(store.put(labelled('a', '1', fault))).toBeUndefined();
    expect(store.get('a')).toBeUndefined();
    expect(store.put(labelled('a', '2', 'red'))).toEqual({ after: labelled('a', '2', 'red') });
    expect(store.by('color', 'red')).toHaveLength(1);
    expect(leftOut).toEqual(['a']);
    expect(seen.at(-1)).toBe('+a');
  });
});
