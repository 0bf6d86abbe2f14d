import { z } from 'zod';

/** One series: contract 2.7. */
export const monitorDataSchema = z.object({
  value: z.array(z.string()).describe('Unix seconds and the sample; of a range, the last one.'),
  values: z
    .array(z.array(z.string()))
    .describe('All samples of a range, each as Unix seconds and the sample.')
    .optional(),
});

/** Values of an item: contract 2.7. */
export const dataSchema = z.object({
  resultType: z.enum(['vector', 'matrix']).describe('vector for now, matrix over a time.'),
  result: z.array(monitorDataSchema).describe('The series; empty where there is nothing to tell.'),
});

/** One item of a component: contract 2.7. */
export const monitorItemSchema = z.object({
  data: dataSchema,
  monitor_item: z.string().describe('What is told; docs/monitoring.md has the units.'),
  status: z.string().describe('success, or why the values are missing or not all there.'),
});

/** Usage of a component: contract 2.7. */
export const componentMonitorSchema = z.object({
  monitors: z
    .array(monitorItemSchema)
    .describe('The items with values, in the order of the configuration; with exact, all of them.'),
  service_id: z.string().describe('The component.'),
  service_cname: z.string().describe('Name of the component that people see.'),
  service_alias: z.string().describe('Alias of the component.'),
});

export type ComponentMonitor = z.infer<typeof componentMonitorSchema>;
