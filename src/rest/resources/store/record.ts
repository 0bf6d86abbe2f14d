import { z } from 'zod';
import type { OfferedApp, OfferedApps, ShownApp } from '../../../store/catalog.ts';
import { messageOf } from '../../../store/message.ts';
import { namedObject } from '../../http/schema.ts';
import { compareVersions } from '../upgrades/record.ts';

const storeAppSchema = z.object({
  app_model_id: z.string().describe('The application model or chart, as an install names it.'),
  app_model_name: z.string().describe('Its name for people.'),
  version: z.string().describe('Its newest version; empty where the list of the store has none.'),
  desc: z.string().describe('Its description, of at most 300 characters.'),
});

/** Page of what a store offers. */
export const storeAppPageSchema = namedObject('StoreAppPage', {
  apps: z.array(storeAppSchema).describe('The application models or charts of the page.'),
  total: z.int().describe('Number of them on all pages.'),
  page: z.int().describe('Number of the page, from 1.'),
  page_size: z.int().describe('Most entries of a page.'),
});

/** Record of an application model or a chart in a store. */
export const storeAppRecordSchema = namedObject('StoreApp', {
  ...storeAppSchema.shape,
  versions: z.array(z.string()).describe('Its versions, the newest first; at most 500.'),
  values: z
    .object({
      version: z.string().describe('Version of the chart that has them.'),
      text: z.string().describe('Its values.yaml.'),
      cut: z.boolean().describe('Whether there is more of it, beyond 128 KiB.'),
      required: z
        .array(z.string())
        .describe(
          'Values that the schema of the chart requires and values.yaml does not have, by their paths.',
        ),
    })
    .nullable()
    .describe('Default values; null for application models, and where the chart could not be read.'),
  problem: z.string().describe('Why there are no default values of a chart; empty otherwise.'),
});

type StoreAppPage = z.infer<typeof storeAppPageSchema>;

type StoreAppRecord = z.infer<typeof storeAppRecordSchema>;

/** Record of a page. */
export function storeAppPage(
  { apps, total }: OfferedApps,
  counts: Pick<StoreAppPage, 'page' | 'page_size'>,
): StoreAppPage {
  return { apps: apps.map(storeApp), total, ...counts };
}

/** Record of an application model or a chart. */
export function storeAppRecord(app: ShownApp): StoreAppRecord {
  const { values } = app;
  return {
    ...storeApp(app),
    versions: newestFirst(app),
    values: values?.type === 'found' ? { ...values.value, required: [...values.value.required] } : null,
    problem: values?.type === 'refused' ? messageOf(values.refusal) : '',
  };
}

function storeApp(app: OfferedApp): z.infer<typeof storeAppSchema> {
  const [version = ''] = newestFirst(app);
  return { app_model_id: app.id, app_model_name: app.name, version, desc: app.description };
}

/** Charts have their versions in the order of their own rules already. */
function newestFirst({ versions, order }: OfferedApp): string[] {
  return order === 'newest-first' ? [...versions] : versions.toSorted((a, b) => compareVersions(b, a));
}
