import { expect, it } from 'vitest';
import type { StartedContainer } from '../../../deploy/local/node/start.ts';
import { expanded, ownModels } from '../../support/models.ts';
import { publishedModels } from '../../support/published.ts';
import { startIn } from '../../support/started.ts';
import { app, templateOf } from '../../support/template.ts';

/** References of a text: their names end at a colon, which begins a default. */
const REFERENCE = /\$\{([^}:\n]*)[^}\n]*\}/g;

/** Texts of a container with a variable that its envs define, by their place. */
function unfilled({ env, files, args, command }: StartedContainer): readonly string[] {
  const texts = [
    ...Object.entries(env).map(([name, text]) => [`env ${name}`, text] as const),
    ...Object.entries(files).map(([path, { content }]) => [`file ${path}`, content] as const),
    ...[...command, ...args].map((word) => [`word ${word}`, word] as const),
  ];
  return texts.flatMap(([place, text]) =>
    [...text.matchAll(REFERENCE)].some(([, name = '']) => Object.hasOwn(env, name)) ? [place] : [],
  );
}

function unfilledIn(template: string): readonly string[] {
  const { expansion } = expanded(template);
  return expansion.components.flatMap(({ key }) => startIn(expansion, key).containers.flatMap(unfilled));
}

/** Envs that define themselves, in a circle: they stay as they are written. */
const CIRCLES: Readonly<Record<string, readonly string[]>> = { odd: ['env LOOP', 'env ROUND'] };

it.each([...ownModels(), ...publishedModels()])(
  '%s has no variable left that its envs define',
  (name, text) => {
    expect(unfilledIn(text)).toEqual(CIRCLES[name] ?? []);
  },
);

it('a variable that is left is found, wherever it is', () => {
  const container: StartedContainer = {
    name: 'main',
    image: 'i',
    workingDir: '',
    command: [`\${A:1}`],
    args: [`--a=\${A}`, `\${X}`],
    env: { A: '1', B: `x\${A}`, C: `\${X}` },
    files: { '/f': { mode: '0644', content: `\n\${X} \${A}` }, '/g': { mode: '0644', content: `\${A` } },
  };
  expect(unfilled(container)).toEqual(['env B', 'file /f', `word \${A:1}`, `word --a=\${A}`]);
});

it('a model that defines a variable by itself is found', () => {
  const circle = [{ attr_name: 'A', attr_value: `\${A}` }];
  expect(unfilledIn(templateOf([app('a', { service_env_map_list: circle })]))).toEqual(['env A']);
});
