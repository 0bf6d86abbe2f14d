import { defineDialect } from './define.ts';
import { httpRoute } from './httproute.ts';
import { PLAIN_STYLE } from './style.ts';

/** The dialect of the Gateway API alone, which every engine understands. */
export const core = defineDialect({
  name: 'core',
  controllers: [],
  ports: ['TCP', 'UDP'],
  certificates: 'of-gateway',
  evidence: 'claims',
  resources: [],
  style: PLAIN_STYLE,
  abilities: {},
  objects: (group) => [httpRoute(group, PLAIN_STYLE)],
});
