import { z } from 'zod';
import { dnsNameSchema, labelValueSchema } from '../api/grammar.ts';
import { modelQuantity } from './quantity.ts';

/** Text. The API server takes no number or boolean for one, however it looks in YAML. */
export const text = z.string({
  error: ({ input }) =>
    typeof input === 'number' || typeof input === 'boolean'
      ? `must be a text, not the ${typeof input} ${input}: put it in quotes`
      : 'must be a text',
});

/** Number that is not stored where it is 0. */
export const count = z
  .int()
  .min(0)
  .transform((value) => (value === 0 ? undefined : value));

/** Boolean that is not stored where it is false. */
export const isSet = z.boolean().transform((value) => (value ? true : undefined));

/** Number of pods. */
export const replicas = z.int().min(0).max(1000);

/** Number of seconds of at most a day. */
export const seconds = z.int().min(0).max(86_400);

/** Absolute number or percentage of pods. */
export const amountOfPods = z.union([z.int().min(0).max(1000), z.string().regex(/^\d{1,3}%$/)]);

/** Key of a label, annotation, taint or resource. */
export const qualifiedName = z
  .string()
  .max(317)
  .regex(/^([a-z0-9]([-a-z0-9.]*[a-z0-9])?\/)?[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/, 'is no name')
  .refine((name) => name.length - name.indexOf('/') - 1 <= 63, 'is no name');

/** Value of a label. */
export const labelValue = text.pipe(z.union([z.literal(''), labelValueSchema]));

/** Port by number, or by the name that the container gives it. */
export const port = z.union([
  z.int().min(1).max(65535),
  z
    .string()
    .regex(/^[1-9][0-9]{0,4}$/)
    .transform(Number)
    .pipe(z.int().max(65535)),
  z
    .string()
    .max(15)
    .regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/, 'is no port')
    .regex(/[a-z]/, 'is no port'),
]);

/** Number of a port. */
export const portNumber = z.int().min(1).max(65535);

/** Amount of a resource. */
export const quantity = z
  .union([z.string(), z.number().transform(String)])
  .refine((value) => modelQuantity(value) !== undefined, 'is no amount such as 512Mi or 500m');

/** Name of an object. */
export const dnsName = z
  .string()
  .max(253)
  .regex(/^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/, 'is no name of an object');

/** Host name of one label or several, as `/etc/hosts` has it. */
export const hostName = dnsNameSchema('is no host name');

/** DNS label: name of a container, of a port, or of a volume. */
export const dnsLabel = z
  .string()
  .max(63)
  .regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/, 'is no name of a volume');

/** Absolute path in a container. */
export const mountPath = z.string().regex(/^\/[^:]*$/, 'must be an absolute path without a colon');

/** Whether a map has one of several fields, and at least `least` of them. */
export function isOneOf(names: readonly string[], least: number) {
  return (value: object) => {
    const given = names.filter((name) => (value as Record<string, unknown>)[name] !== undefined);
    return given.length >= least && given.length <= 1;
  };
}
