import { expect, it } from 'vitest';
import { KubeError } from '../../../src/kube/error.ts';
import { createOnce, titleDigest } from '../../../src/rest/createonce.ts';

interface Titled {
  readonly name: string;
  readonly title: string;
}

/** A namespace, in which each request takes several turns; with objects of the test. */
function namespaceWith(objects: Titled[]) {
  let numbers = 0;
  return async (title: string): Promise<Titled> => {
    const requireFree = async () => {
      if (objects.some((object) => object.title === title)) {
        throw new Error('taken');
      }
    };
    await requireFree();
    await Promise.resolve();
    numbers += 1;
    const create = async (name: string) => {
      if (objects.some((object) => object.name === name)) {
        throw new KubeError({ type: 'already-exists' }, 'x');
      }
      const object = { name, title };
      objects.push(object);
      return object;
    };
    return createOnce({ names: [`x-${titleDigest(title)}`, `x-${numbers}`], create, requireFree });
  };
}

it('of requests at the same time with one title, one succeeds', async () => {
  const objects: Titled[] = [];
  const request = namespaceWith(objects);
  const results = await Promise.allSettled(['a', 'a', 'b', 'a'].map(request));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
  expect(objects.map(({ title }) => title)).toEqual(['a', 'b']);
});

it('an object that has got another title is not in the way', async () => {
  const objects = [{ name: `x-${titleDigest('a')}`, title: 'renamed' }];
  expect(await namespaceWith(objects)('a')).toEqual({ name: 'x-1', title: 'a' });
});

it('other errors stay as they are', async () => {
  const error = new KubeError({ type: 'forbidden' }, 'x');
  const creation = {
    names: ['a', 'b'] as const,
    create: () => Promise.reject(error),
    requireFree: async () => undefined,
  };
  await expect(createOnce(creation)).rejects.toBe(error);
});
