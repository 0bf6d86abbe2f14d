import { type Fields, fieldsOf, isFields } from '../base/fields.ts';
import { SECRETS } from '../objects/core.ts';
import type { KeptChart } from '../source/kept.ts';
import type { ChartObject, RenderedChart, SourcedObject } from './rendering.ts';

/** Data of Secrets by their names, in base64. */
export type Secrets = KeptChart['secrets'];

/** Whether an object of a chart is a Secret with a name. */
export function isSecret(sourced: SourcedObject): boolean {
  return secretName(sourced) !== undefined;
}

/** Name of a Secret; undefined for other objects. */
export function secretName({ object }: SourcedObject): string | undefined {
  const { name } = fieldsOf(object.metadata);
  return object.kind === SECRETS.kind && typeof name === 'string' ? name : undefined;
}

/** Secrets of a chart by name, with their data in base64. */
export function secretsIn({ objects, hooks }: Pick<RenderedChart, 'objects' | 'hooks'>): Secrets {
  return Object.fromEntries(
    [...objects, ...hooks].flatMap((sourced) => {
      const name = secretName(sourced);
      return name === undefined ? [] : [[name, dataOf(sourced.object)]];
    }),
  );
}

/** Data of a Secret as it is stored: in base64, those of `stringData` over the others. */
export function dataOf({ data, stringData }: ChartObject): Readonly<Record<string, string>> {
  const encoded = textsOf(stringData).map(([key, text]) => [key, Buffer.from(text).toString('base64')]);
  return Object.fromEntries([...textsOf(data), ...encoded]);
}

/** Secret with other data. */
export function withData<T extends SourcedObject>(sourced: T, data: Readonly<Record<string, unknown>>): T {
  const { stringData: _, ...rest } = sourced.object;
  return { ...sourced, object: { ...rest, data } };
}

function textsOf(fields: unknown): readonly (readonly [string, string])[] {
  return isFields(fields)
    ? Object.entries<unknown>(fields as Fields).flatMap(([key, value]) =>
        typeof value === 'string' ? [[key, value] as const] : [],
      )
    : [];
}
