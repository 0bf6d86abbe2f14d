import { shortHash } from '../base/hash.ts';

/** Id of a component: 32 hexadecimal digits, as clients of the REST contract expect. */
export function componentIdOf(installUid: string, key: string): string {
  return shortHash(`${installUid}/${key}`, 32);
}

/** Alias of a component, as in the REST contract. */
export function aliasOf(componentId: string): string {
  return `gr${componentId.slice(-6)}`;
}
