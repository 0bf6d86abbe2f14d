import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { wavesOf } from '../../../../src/base/waves.ts';
import { parseModel } from '../../../../src/model/read/parse.ts';
import type { Content } from '../../../../src/source/content.ts';
import { atOnce } from '../../../support/gradual.ts';
import { expanded, objectsOf } from '../../../support/models.ts';
import { publishedModels, publishedParts, refusedModels } from '../../../support/published.ts';
import { app, templateOf, type Wire } from '../../../support/template.ts';

/** Digests and numbers of what published models come to: the models themselves are not ours to keep. */
const DIGESTS = new URL('../../../golden/model/published.json', import.meta.url);

/** Set to `write`, the digests are written instead of compared. */
const WRITE = process.env.STOA_GOLDEN === 'write';

const models = publishedModels();

/** Digest of an expansion. */
function summary(expansion: Content) {
  const objects = objectsOf(expansion);
  const counted = objects.map(({ resource }) => resource.kind).toSorted();
  return {
    components: expansion.components.length,
    kinds: Object.fromEntries(
      [...new Set(counted)].map((kind) => [kind, counted.filter((other) => other === kind).length]),
    ),
    notApplied: expansion.notApplied.map(({ path }) => path),
    digest: createHash('sha256')
      .update(JSON.stringify(objects.map(({ draft }) => draft)))
      .digest('hex'),
  };
}

describe.runIf(models.size > 0)('published models', () => {
  it('expand to the digests that are kept', async () => {
    const summaries = [...models].map(([file, text]) => [file, summary(expanded(text).expansion)]);
    const text = `${JSON.stringify(Object.fromEntries(summaries), null, 2)}\n`;
    if (WRITE) {
      await writeFile(DIGESTS, text);
    }
    expect(text).toBe(await readFile(DIGESTS, 'utf8'));
  });

  it.each([...models])('%s has an order', (_, text) => {
    expect(wavesOf(expanded(text).expansion.components).circles).toEqual([]);
  });
});

describe.runIf(models.size > 0)('published models of which nothing runs here', () => {
  it.each([...refusedModels()])('%s is refused', (_, text) => {
    expect(atOnce(parseModel(text))).toMatchObject({ type: 'refused', reason: 'nothing-installable' });
  });
});

interface Fragment {
  readonly name: string;
  readonly template: Wire;
}

interface Tables {
  readonly resources: {
    readonly rows: readonly {
      readonly name: string;
      readonly apps: readonly Wire[];
      readonly expect: { readonly cpu?: number; readonly memory?: number };
    }[];
  };
}

const fragments = publishedParts('fragments.json') as { readonly cases: readonly Fragment[] } | undefined;
const tables = publishedParts('tables.json') as Tables | undefined;

/** Fragments that cannot be installed as they are: the reason, and what is missing. */
const REFUSED: Readonly<Record<string, readonly [reason: string, message: RegExp]>> = {
  'no-apps': ['empty', /neither apps nor k8s_resources/],
  'k8s-name-blank-and-shared': ['invalid', /apps\[0\]: must have a service_key/],
  'vm-component': ['nothing-installable', /it is a virtual machine/],
  'port-alias-kept-or-made': ['invalid', /apps\[0\]: must have a service_key/],
};

describe.runIf(fragments !== undefined)('published fragments', () => {
  it.each(fragments?.cases ?? [])('$name', ({ name, template }) => {
    const parsed = atOnce(parseModel(JSON.stringify(template)));
    const [reason, message] = REFUSED[name] ?? [
      'invalid',
      /share_image: is required where there is no image/,
    ];
    const hasImages = (template.apps as readonly (Wire | null)[]).every(
      (each) => each?.image ?? each?.share_image,
    );
    expect(parsed).toMatchObject(
      hasImages && REFUSED[name] === undefined
        ? { type: 'parsed' }
        : { type: 'refused', reason, message: expect.stringMatching(message) },
    );
  });

  it.each(fragments?.cases ?? [])('$name, completed with keys and images', ({ template }) => {
    const apps = (template.apps as readonly (Wire | null)[]).map(
      (each, at) => each && { ...app(`c${at}`), ...each },
    );
    const { apps: _, ...fields } = template;
    const { expansion } = expanded(templateOf([...apps, app('another')], fields));
    expect(expansion.components.at(-1)?.key).toBe('another');
    expect(JSON.stringify(objectsOf(expansion))).not.toContain('**None');
  });
});

describe.runIf(tables !== undefined)('published tables', () => {
  it.each(tables?.resources.rows ?? [])('$name', ({ apps, expect: { cpu, memory } }) => {
    const { expansion } = expanded(templateOf(apps.map((each, at) => app(`c${at}`, each))));
    const facts = expansion.components.map(({ workload }) =>
      JSON.parse(workload.draft.metadata.annotations?.['stoa.dev/component-facts'] ?? ''),
    );
    const sum = (key: string) => facts.reduce((total, each) => total + each.minNode * each[key], 0);
    if (cpu !== undefined) {
      expect(sum('minCpu')).toBe(cpu);
    }
    if (memory !== undefined) {
      expect(sum('minMemory')).toBe(memory);
    }
  });
});
