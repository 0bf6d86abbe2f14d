import { mebibytes, millicores } from '../../../allowed/quantity.ts';
import { type Fields, filled } from '../../../base/fields.ts';
import type { Sizing } from '../../read/component.ts';

/** Resources of a container: requests and limits of its size; none where that is unlimited. */
export function sizeOf({ memory, cpu }: Pick<Sizing, 'memory' | 'cpu'>, requestedCpu: number = cpu): Fields {
  const amounts = (millis: number) => ({
    ...(millis > 0 ? { cpu: millicores(millis) } : {}),
    ...(memory > 0 ? { memory: mebibytes(memory) } : {}),
  });
  return filled({ requests: amounts(requestedCpu), limits: amounts(cpu) });
}
