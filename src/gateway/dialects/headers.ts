import type { Configuration } from '../../api/gatewayrule.ts';
import type { HttpRouteFilter } from '../../objects/httproute.ts';
import { LONGEST_VALUE, PLAIN_VALUE } from './matches.ts';
import type { RouteStyle } from './style.ts';

/** Change to a header that is to be set; an empty value removes it. */
type HeaderChange =
  | { readonly type: 'set'; readonly name: string; readonly value: string }
  | { readonly type: 'remove'; readonly name: string }
  | { readonly type: 'host'; readonly hostname: string }
  | { readonly type: 'refused'; readonly name: string; readonly why: string };

/** A host name that a request can be given. */
const HOSTNAME = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const LONGEST_HOSTNAME = 253;

/** The filters of a route that set and remove headers. */
export function headerFilters(settings: Configuration, style: RouteStyle): readonly HttpRouteFilter[] {
  const changes = changesOf(settings, style);
  const set = changes.filter((change) => change.type === 'set').map(({ name, value }) => ({ name, value }));
  const remove = changes.filter((change) => change.type === 'remove').map(({ name }) => name);
  const requestHeaderModifier = {
    ...(set.length > 0 ? { set } : {}),
    ...(remove.length > 0 ? { remove } : {}),
  };
  const hosts = changes.filter((change) => change.type === 'host').slice(0, 1);
  return [
    ...(set.length + remove.length > 0
      ? [{ type: 'RequestHeaderModifier', requestHeaderModifier } as const]
      : []),
    ...hosts.map(({ hostname }) => ({ type: 'URLRewrite', urlRewrite: { hostname } }) as const),
  ];
}

/** Sentences on headers that stay as they are, or get another value than they seem to. */
export function headerRefusals(settings: Configuration, style: RouteStyle): readonly string[] {
  return changesOf(settings, style).flatMap((change) => {
    if (change.type === 'refused') {
      return [`${change.name} stays as it is: ${change.why}`];
    }
    const variable = change.type === 'set' && /\$\w/.test(change.value);
    return variable ? [`${change.name} gets the text as it stands: a route has no variables`] : [];
  });
}

function changesOf({ setHeaders = [] }: Configuration, style: RouteStyle): readonly HeaderChange[] {
  // Blanks around a value are not part of it.
  return setHeaders.map(({ key, value }) => changeOf(key, value.trim(), style));
}

function changeOf(name: string, text: string, { literal, knows, refuses }: RouteStyle): HeaderChange {
  if (name.toLowerCase() === 'host') {
    return hostChange(name, text.toLowerCase());
  }
  const refused = knows(name) ? refuses(name, text) : 'the engine takes no header of such a name';
  if (refused !== undefined) {
    return { type: 'refused', name, why: refused };
  }
  if (text === '') {
    return { type: 'remove', name };
  }
  const value = literal(text);
  if (!PLAIN_VALUE.test(value)) {
    return { type: 'refused', name, why: 'the Gateway API takes no value with two blanks in a row' };
  }
  return value.length > LONGEST_VALUE
    ? { type: 'refused', name, why: `its value would need more than ${LONGEST_VALUE} characters` }
    : { type: 'set', name, value };
}

/** Engines know the header Host as the host name of the request, which has a filter of its own. */
function hostChange(name: string, hostname: string): HeaderChange {
  return HOSTNAME.test(hostname) && hostname.length <= LONGEST_HOSTNAME
    ? { type: 'host', hostname }
    : { type: 'refused', name, why: 'it can only become a host name without a port' };
}
