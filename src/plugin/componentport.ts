import { type ComponentPortRef, componentPortSchema } from '../api/grammar.ts';
import { UsageError } from './options.ts';

/** Port of a component in an argument or option, by number or name. Throws UsageError. Pure. */
export function readComponentPort(argument: string, text: string): ComponentPortRef {
  const port = componentPortSchema.safeParse(/^\d+$/.test(text) ? Number(text) : text);
  if (!port.success) {
    throw new UsageError(
      `${argument}: ${text} ${port.error.issues.map(({ message }) => message).join('; ')}`,
    );
  }
  return port.data;
}
