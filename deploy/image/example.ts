import { BUNDLE_MAIN } from '../bundle/name.ts';
import type { ImagePlan } from './image.ts';

/** Image of the components of `deploy/examples` and of its models, under the tags that these name. */
export const EXAMPLE_IMAGE = {
  names: ['stoa-example:1', 'stoa-example:2'],
  main: `component/${BUNDLE_MAIN}`,
  files: [],
  scripts: { type: 'modules', modules: { component: 'deploy/image/component/main.ts' } },
} as const satisfies ImagePlan;
