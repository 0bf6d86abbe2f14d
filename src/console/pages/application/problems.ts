import type { Topology } from '../../api/types.ts';
import { fareOfState, type Health, isTrouble } from '../../parts/health.ts';

/** Part of an application for which somebody has to do something. */
export interface TroubledPart {
  readonly kind: 'rule' | 'component' | 'install';
  /** Id of it in the addresses of pages. */
  readonly id: string;
  readonly name: string;
  readonly health: Health;
  readonly message: string;
  /** Advice on what to do; empty where the API has none. */
  readonly todo: string;
}

/** Troubled parts of an application, what fails before what fails in part. */
export function problemsOf({ rules, components, installs }: Topology): readonly TroubledPart[] {
  const ofComponents = components.flatMap(({ service_id: id, name, state, reason, message }) => {
    const [health, word] = fareOfState(state);
    const told = [reason, message].filter((text) => text !== '').join(': ') || `It is ${word}.`;
    return isTrouble(health)
      ? [{ kind: 'component' as const, id, name, health, message: told, todo: '' }]
      : [];
  });
  const ofInstalls = installs.flatMap(({ install_id: id, name, ready, message, todo }) =>
    ready === 'False' ? [{ kind: 'install' as const, id, name, health: 'bad' as const, message, todo }] : [],
  );
  const ofRules = rules.flatMap(({ rule_id: id, name, ready, message, todo }) =>
    ready === 'False' ? [{ kind: 'rule' as const, id, name, health: 'bad' as const, message, todo }] : [],
  );
  const all = [...ofComponents, ...ofInstalls, ...ofRules];
  return [...all.filter(({ health }) => health === 'bad'), ...all.filter(({ health }) => health !== 'bad')];
}
