import { z } from 'zod';

/** Schema of an object that has a name in the OpenAPI document: the contract's where it has one. */
export function namedObject<T extends z.ZodRawShape>(id: string, members: T): z.ZodObject<T> {
  return z.object(members).meta({ id });
}
