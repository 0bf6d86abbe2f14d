import fc from 'fast-check';
import { MAX_COMPONENTS } from '../../../src/api/marketinstall.ts';
import type { Gradual } from '../../../src/base/gradual.ts';
import { planOf } from '../../../src/install/plan/plan.ts';
import { expand } from '../../../src/model/build/expand.ts';
import { parseModel } from '../../../src/model/read/parse.ts';
import { anyApps } from '../../support/apps.ts';
import { atOnce } from '../../support/gradual.ts';
import { keptOf, surroundings } from '../../support/install.ts';
import { PINNED } from '../../support/plans.ts';
import { app, templateOf, type Wire } from '../../support/template.ts';
import { leastOf, threadMs } from './cpu.ts';

/** Texts that parsers like to go back over. */
const LONG = [
  '-',
  '/',
  ' ',
  `\${A}`,
  '${',
  '**None',
  '**None:a',
  '://a',
  '@a',
  ',a:',
  'a.',
  '%',
  '\\',
  '- a\n',
  '{a: ',
  '"',
  '&a ',
  '*a ',
];

const long = fc
  .tuple(fc.constantFrom(...LONG), fc.constantFrom(20_000, 60_000))
  .map(([part, length]) => part.repeat(length).slice(0, length));

/** Component whose texts are as long as the parser takes them. */
const longApp: fc.Arbitrary<Wire> = fc
  .record({
    cmd: long,
    service_volume_map_list: fc.array(
      fc.record({
        volume_name: fc.constant('conf'),
        volume_path: long.map((text) => `/${text}`),
        volume_type: fc.constant('config-file'),
        file_content: long,
      }),
      { maxLength: 3 },
    ),
    service_env_map_list: fc
      .array(long, { maxLength: 10 })
      .map((values) => values.map((attr_value, index) => ({ attr_name: `ENV_${index}_HOST`, attr_value }))),
    component_k8s_attributes: fc.array(
      fc.record({
        name: fc.constantFrom('labels', 'env', 'volumes', 'affinity', 'securityContext', 'tolerations'),
        save_type: fc.constantFrom('json', 'yaml'),
        attribute_value: long,
      }),
      { maxLength: 3 },
    ),
  })
  .map((fields) => app('long', fields));

/** Components that all need each other's connection envs, in as many of them as `count`. */
const manyApps = fc.constantFrom(20, 60).map((count) =>
  Array.from({ length: count }, (_, index) =>
    app(`c${index}`, {
      port_map_list: [{ container_port: 80, protocol: 'http' }],
      dep_service_map_list: Array.from({ length: index }, (_each, other) => ({
        dep_service_key: `c${other}+c${other}`,
      })),
    }),
  ),
);

/** Templates of models at the limits of the parser. */
export const templatesAtLimits: fc.Arbitrary<string> = fc
  .oneof(anyApps, manyApps, fc.array(longApp, { minLength: 1, maxLength: 3 }))
  .map((apps) => templateOf(apps));

/** All that deciding on an install does with its template. */
export function plan(template: string): void {
  const parsed = atOnce(parseModel(template));
  if (parsed.type === 'parsed') {
    atOnce(expand(parsed.model, keptOf(parsed.model), surroundings()));
  }
}

/** Models of as many components, and as many bytes, as fit. */
export const LARGE_MODELS: readonly { readonly what: string; readonly template: () => string }[] = [
  { what: `${MAX_COMPONENTS} components with 8 KB of text`, template: () => largeModel(1, 8_000) },
  { what: `${MAX_COMPONENTS} components with 100 envs`, template: () => largeModel(100, 20) },
  { what: '200,000 components that are nothing', template: () => `{"apps":[${'{},'.repeat(199_990)}null]}` },
  { what: '500,000 numbers', template: () => `{"apps":[${'1,'.repeat(499_990)}null]}` },
];

function largeModel(envs: number, length: number): string {
  const apps = Array.from({ length: MAX_COMPONENTS }, (_, index) =>
    app(`c${index}`, {
      port_map_list: [{ container_port: 80, protocol: 'http' }],
      service_env_map_list: Array.from({ length: envs }, (_each, at) => ({
        attr_name: `A${at}`,
        attr_value: 'x'.repeat(length),
      })),
      dep_service_map_list: index === 0 ? [] : [{ dep_service_key: `c${index - 1}+c${index - 1}` }],
    }),
  );
  return templateOf(apps);
}

/** CPU time of the longest piece in which an install of a template is planned, once the code is compiled. */
export function longestPieceMs(template: string): number {
  pieces(template);
  return leastOf(() => Math.max(...pieces(template)));
}

function pieces(template: string): readonly number[] {
  const times: number[] = [];
  const timed = <T>(work: () => T): T => {
    const began = threadMs();
    const result = work();
    times.push(threadMs() - began);
    return result;
  };
  const piecewise = <T>(work: Gradual<T>): T => {
    for (;;) {
      const piece = timed(() => work.next());
      if (piece.done === true) {
        return piece.value;
      }
    }
  };
  const parsed = piecewise(parseModel(template));
  if (parsed.type === 'parsed') {
    const kept = timed(() => keptOf(parsed.model));
    const content = piecewise(expand(parsed.model, kept, surroundings()));
    timed(() => planOf(PINNED, content));
  }
  return times;
}
