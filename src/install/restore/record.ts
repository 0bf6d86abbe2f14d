import { z } from 'zod';
import { type InventoryItem, marketInstallStatusSchema } from '../../api/marketinstall.ts';
import { filled, isFields, present } from '../../base/fields.ts';
import type { MarketInstall } from '../../objects/stoa.ts';

/** Members of a status that a restored install cannot find out again. */
const REMEMBERED = {
  template: true,
  recorded: true,
  recordedValues: true,
  powers: true,
  powersForm: true,
  serving: true,
  upgrade: true,
  history: true,
} as const;

const recordSchema = marketInstallStatusSchema.pick(REMEMBERED).extend({
  namespace: z.string().max(63),
  jobs: marketInstallStatusSchema.shape.inventory,
});

/**
 * Record of an install: what its status says and a backup does not carry, such as its pins and the Jobs that have run. It
 * stands in the Secret with the allocations of the install.
 */
export type InstallRecord = z.infer<typeof recordSchema>;

/** Record of an install as its status tells; undefined where nothing is known of any version. Pure. */
export function recordOfInstall({ metadata, status = {} }: MarketInstall): InstallRecord | undefined {
  const { template, recorded, recordedValues, powers, powersForm, serving, upgrade, history } = status;
  if (template === undefined && recorded === undefined && serving === undefined) {
    return undefined;
  }
  // The generation of a restored install is another one.
  const isPresent = upgrade?.generation === metadata.generation;
  return {
    namespace: metadata.namespace,
    jobs: (status.inventory ?? []).flatMap(jobRunOf),
    ...present({ template, recorded, recordedValues, powers, powersForm, serving, history }),
    ...(isPresent ? present({ upgrade }) : {}),
  };
}

function jobRunOf({ group, version, kind, name, template, failed }: InventoryItem): InventoryItem[] {
  return template === undefined ? [] : [{ group, version, kind, name, ...filled({ template, failed }) }];
}

/** Text of a record, the same for the same record: the API server gives members back in another order than they came. */
export function recordText(record: InstallRecord): string {
  return JSON.stringify(record, (_, value: unknown) => (isFields(value) ? inOrder(value) : value));
}

function inOrder(fields: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Record in a text that anybody may have written who may write Secrets; undefined where it is none. */
export function recordIn(text: string | undefined): InstallRecord | undefined {
  try {
    return recordSchema.safeParse(JSON.parse(text ?? '')).data;
  } catch {
    return undefined;
  }
}
