import { describe, expect, it } from 'vitest';
import type { StartedContainer } from '../../../../deploy/local/node/start.ts';
import { expanded, ownModels } from '../../../support/models.ts';
import { publishedModels } from '../../../support/published.ts';
import { startIn } from '../../../support/started.ts';
import { app, templateOf } from '../../../support/template.ts';

/** References of a text: their names end at a colon, which begins a default. */
const REFERENCE = /\$\{([^}:\n]*)[^}\n]*\}/g;

/** Releases that models were published with: their containers have different names of the platform. */
const RELEASES = ['', 'v5.17.1-release-2f45c815e', 'v6.7.0-release-f5784be'];

/** Whether texts of a container have the variable: plain names of the platform need no env, only their other one. */
function isKnown(name: string, { env }: StartedContainer): boolean {
  return Object.hasOwn(env, name) || Object.hasOwn(env, `_${name}`);
}

/** Texts of a container with a variable that is known there, by their place. */
function unfilled(container: StartedContainer): readonly string[] {
  const { env, files, args, command } = container;
  const texts = [
    ...Object.entries(env).map(([name, text]) => [`env ${name}`, text] as const),
    ...Object.entries(files).map(([path, { content }]) => [`file ${path}`, content] as const),
    ...[...command, ...args].map((word) => [`word ${word}`, word] as const),
  ];
  return texts.flatMap(([place, text]) =>
    [...text.matchAll(REFERENCE)].some(([, name = '']) => isKnown(name, container)) ? [place] : [],
  );
}

function containersIn(template: string, publishedWith: string): readonly StartedContainer[] {
  const { expansion } = expanded(template, { publishedWith });
  return expansion.components.flatMap(({ key }) => {
    const { initContainers, containers } = startIn(expansion, key);
    return [...initContainers, ...containers];
  });
}

function unfilledIn(template: string, publishedWith = ''): readonly string[] {
  return containersIn(template, publishedWith).flatMap(unfilled);
}

/** Envs that define themselves, in a circle: they stay as they are written. */
const CIRCLES: Readonly<Record<string, readonly string[]>> = { odd: ['env LOOP', 'env ROUND'] };

const models = [...ownModels(), ...publishedModels()];

describe.each(RELEASES)('published with the release "%s"', (publishedWith) => {
  it.each(models)('%s has no variable left that is known', (name, text) => {
    expect(unfilledIn(text, publishedWith)).toEqual(CIRCLES[name] ?? []);
  });
});

it('a variable that is left is found, wherever it is', () => {
  const container: StartedContainer = {
    name: 'main',
    image: 'i',
    workingDir: '',
    command: [`\${A:1}`],
    args: [`--a=\${A}`, `\${X}`],
    env: { A: '1', B: `x\${A}`, C: `\${X}`, D: `\${PORT}`, _PORT: '80' },
    files: { '/f': { mode: '0644', content: `\n\${X} \${A}` }, '/g': { mode: '0644', content: `\${A` } },
  };
  expect(unfilled(container)).toEqual(['env B', 'env D', 'file /f', `word \${A:1}`, `word --a=\${A}`]);
});

it('a model that defines a variable by itself is found', () => {
  const circle = [{ attr_name: 'A', attr_value: `\${A}` }];
  expect(unfilledIn(templateOf([app('a', { service_env_map_list: circle })]))).toEqual(['env A']);
});

describe('a name of the platform that no env of the container has', () => {
  const [, , newer = ''] = RELEASES;
  const file = {
    volume_name: 'f',
    volume_path: '/f',
    volume_type: 'config-file',
    file_content: `\${PROTOCOL}`,
  };
  const options = { service_meta_type: 'un_define', injection: 'env', attrs: { ME: `\${SERVICE_ALIAS}` } };
  const text = templateOf(
    [
      app('a', {
        port_map_list: [{ container_port: 80, protocol: 'http' }],
        mnt_relation_list: [{ service_share_uuid: 'b+b', mnt_name: 'f', mnt_dir: '/g' }],
        service_related_plugin_config: [{ plugin_key: 'p', plugin_status: true, attr: [options] }],
        dep_service_map_list: [{ dep_service_key: 'b' }],
      }),
      app('b', {
        service_volume_map_list: [file],
        service_connect_info_map_list: [{ attr_name: 'OFFERED', attr_value: `\${NAMESPACE}` }],
      }),
    ],
    { plugins: [{ plugin_key: 'p', plugin_id: 'p', category: 'init-plugin', share_image: 'p:1' }] },
  );
  const [plugin, main] = containersIn(text, newer);

  it.each(['PROTOCOL', 'SERVICE_ALIAS', 'NAMESPACE'])('such as %s', (name) => {
    expect(main?.env).not.toHaveProperty(name);
    expect(main?.env).toHaveProperty(`_${name}`);
  });

  it('is filled in options of plugins, offered envs and files of others', () => {
    expect(plugin?.env.ME).toBe(main?.env._SERVICE_ALIAS);
    expect(main?.env.OFFERED).toBe('team');
    expect(main?.files['/g']?.content).toBe('http');
    expect(unfilledIn(text, newer)).toEqual([]);
  });
});
