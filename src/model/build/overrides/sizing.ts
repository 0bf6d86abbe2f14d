import { canonicalQuantity } from '../../../allowed/quantity.ts';
import type { Override } from '../../../api/overrides.ts';
import { type Fields, fieldsOf, filled } from '../../../base/fields.ts';
import { parseQuantity, UNIT } from '../../../base/quantity.ts';
import type { PodOverride, Sizing } from '../../read/component.ts';

const MEBIBYTE = 1024n ** 2n * UNIT;
const MILLICORE = UNIT / 1000n;

/** Size of a component with what its install sets of it. */
export function overrideSizing({ replicas, memory, cpu }: Sizing, override: Override): Sizing {
  const { limits = {} } = override.resources ?? {};
  return {
    replicas: override.replicas ?? replicas,
    memory: limits.memory === undefined ? memory : unitsIn(limits.memory, MEBIBYTE),
    cpu: limits.cpu === undefined ? cpu : unitsIn(limits.cpu, MILLICORE),
  };
}

/** Number of units in an amount, rounded up. */
function unitsIn(amount: string, unit: bigint): number {
  const nanos = parseQuantity(amount)?.nanos ?? 0n;
  return Number((nanos + unit - 1n) / unit);
}

/** Amounts by the names of resources, such as `cpu`. */
type Amounts = Readonly<Record<string, unknown>>;

/**
 * Resources of a container with those that its install sets. A limit without a request is the request, too, as
 * Kubernetes has it; 0 takes an amount away.
 */
export function overrideResources(override: PodOverride['resources'] | undefined, own: Fields): Fields {
  if (override === undefined) {
    return own;
  }
  const { requests, limits } = override;
  return filled({
    requests: withAmounts(own.requests, { ...limits, ...requests }),
    limits: withAmounts(own.limits, { ...limits }),
  });
}

function withAmounts(own: unknown, amounts: Amounts): Amounts {
  const set = Object.entries(amounts).map(([name, amount]) => [name, canonicalQuantity(String(amount))]);
  const all = { ...fieldsOf(own), ...Object.fromEntries(set) };
  return Object.fromEntries(Object.entries(all).filter(([, amount]) => amount !== '0'));
}
