import type { Topology } from '../../api/types.ts';

/** Application in a few figures, such as `2/3 components running`. */
export function glanceOf({
  components,
  components_total,
  rules,
  rules_total,
  installs_total,
}: Topology): readonly string[] {
  const running = components.filter(({ state }) => state === 'running' || state === 'succeeded').length;
  // Of more rules than the answer has, it leaves out ready ones first.
  const ready = rules_total - rules.filter(({ ready: each }) => each !== 'True').length;
  return [
    `${running}/${components_total} components running`,
    `${ready}/${rules_total} rules ready`,
    `${installs_total} ${installs_total === 1 ? 'install' : 'installs'}`,
  ];
}
