import { LABELS } from '../../../api/group.ts';
import {
  componentsOf,
  componentsOfRule,
  type Inventory,
  type MonitoredComponent,
} from '../../../monitor/component.ts';
import { installId, type MarketInstall } from '../../../objects/stoa.ts';
import type { Scope } from '../../scope.ts';
import { findInstall } from '../installs/stored.ts';
import { findRule } from '../rules/source.ts';

/** Selection of components: of the whole application, of one of its rules, or of one of its installs. */
export interface Selection {
  readonly of:
    | { readonly type: 'application' }
    | { readonly type: 'rule'; readonly id: string }
    | { readonly type: 'install'; readonly id: string };
  /** Whether only components with a port that is open to the outside are selected. */
  readonly outerOnly: boolean;
}

/** Protocols of all rules. */
const PROTOCOLS = ['http', 'tcp'];

/** Components of an application; each selection of them keeps its identity. */
export class Monitored {
  readonly #inventory: Inventory;
  readonly #made = new Map<string, readonly MonitoredComponent[]>();

  constructor(inventory: Inventory) {
    this.#inventory = inventory;
  }

  /** The selected components; throws the Problem `ruleNotFound` or `installNotFound`. */
  async components(scope: Scope, { of, outerOnly }: Selection): Promise<readonly MonitoredComponent[]> {
    const whole = await this.#whole(scope, of);
    return outerOnly ? this.#once(`outer ${keyOf(of)}`, () => whole.filter(({ outer }) => outer)) : whole;
  }

  async #whole(scope: Scope, of: Selection['of']): Promise<readonly MonitoredComponent[]> {
    switch (of.type) {
      case 'application':
        return this.#once(keyOf(of), () => componentsOf(this.#inventory));
      case 'rule': {
        const rule = findRule({ ...scope, ...this.#inventory }, of.id, PROTOCOLS);
        return this.#once(keyOf(of), () => componentsOfRule(this.#inventory, rule));
      }
      case 'install': {
        const install = await findInstall(scope, of.id);
        return this.#once(keyOf(of), () => componentsOf(this.#ofInstall(install)));
      }
    }
  }

  /** List of a key, made once. */
  #once(key: string, make: () => readonly MonitoredComponent[]): readonly MonitoredComponent[] {
    const made = this.#made.get(key) ?? make();
    this.#made.set(key, made);
    return made;
  }

  #ofInstall(install: MarketInstall): Inventory {
    const workloads = this.#inventory.workloads.filter(
      (workload) => workload.metadata.labels?.[LABELS.install] === installId(install),
    );
    return { ...this.#inventory, workloads };
  }
}

function keyOf(of: Selection['of']): string {
  return of.type === 'application' ? of.type : `${of.type} ${of.id}`;
}
