import type { Configuration } from '../api/gatewayrule.ts';
import { exactHostSchema } from '../api/grammar.ts';
import type { HeaderModifier } from '../objects/httproute.ts';
import type { Treatment } from '../rule/effective.ts';
import type { RouteStyle } from './group.ts';
import { LONGEST_VALUE, PLAIN_VALUE } from './matches.ts';

/** Change to a header. */
type HeaderChange =
  | { readonly type: 'set'; readonly name: string; readonly value: string }
  | { readonly type: 'add'; readonly name: string; readonly value: string }
  | { readonly type: 'remove'; readonly name: string }
  | { readonly type: 'host'; readonly hostname: string }
  | { readonly type: 'refused'; readonly name: string; readonly why: string };

/** Members of a policy that change headers. */
export const HEADER_MEMBERS = ['requestHeaders', 'responseHeaders'] as const;

type HeaderMember = (typeof HEADER_MEMBERS)[number];

/** Headers that a filter has room for, of each kind of change. */
const MOST_CHANGES = 16;

const NO_ROOM = `a route has room for ${MOST_CHANGES} headers to set and to remove`;

/** Changes to the headers that a component gets: those of the policy, then the settings of headers that it does not name. */
export function requestChanges(
  settings: Configuration,
  policy: Treatment,
  style: RouteStyle,
): HeaderModifier | undefined {
  return modifierOf(changesOf(settings, policy, style));
}

/** Changes to the headers that a client gets. */
export function responseChanges(policy: Treatment, style: RouteStyle): HeaderModifier | undefined {
  return modifierOf(policyChanges(policy, 'responseHeaders', style));
}

/** The host name that settings give requests. */
export function hostOf(settings: Configuration, style: RouteStyle): string | undefined {
  return settingChanges(settings, style).find((change) => change.type === 'host')?.hostname;
}

/** Sentences on headers of the settings that stay as they are, or get another value than they seem to. */
export function settingRefusals(
  settings: Configuration,
  policies: readonly Treatment[],
  style: RouteStyle,
): readonly string[] {
  const changes = settingChanges(settings, style);
  const refused = changes.flatMap((change) => {
    if (change.type === 'refused') {
      return [`${change.name} stays as it is: ${change.why}`];
    }
    const variable = change.type === 'set' && /\$\w/.test(change.value);
    return variable ? [`${change.name} gets the text as it stands: a route has no variables`] : [];
  });
  const crowded = policies.some((policy) => {
    const all = changesOf(settings, policy, style);
    return (['set', 'remove'] as const).some(
      (type) => all.filter((each) => each.type === type).length > MOST_CHANGES,
    );
  });
  return crowded ? [...refused, NO_ROOM] : refused;
}

/** Sentences on headers of a policy that stay as they are. */
export function policyRefusals(
  policy: Treatment,
  member: HeaderMember,
  style: RouteStyle,
): readonly string[] {
  return policyChanges(policy, member, style).flatMap((change) =>
    change.type === 'refused' ? [`${change.name} stays as it is: ${change.why}`] : [],
  );
}

function modifierOf(changes: readonly HeaderChange[]): HeaderModifier | undefined {
  const [set, add, remove] = [
    changes.filter((change) => change.type === 'set').map(named),
    changes.filter((change) => change.type === 'add').map(named),
    changes.filter((change) => change.type === 'remove').map(({ name }) => name),
  ];
  const modifier = {
    ...(set.length > 0 ? { set: set.slice(0, MOST_CHANGES) } : {}),
    ...(add.length > 0 ? { add } : {}),
    ...(remove.length > 0 ? { remove: remove.slice(0, MOST_CHANGES) } : {}),
  };
  return Object.keys(modifier).length === 0 ? undefined : modifier;
}

function named({ name, value }: { readonly name: string; readonly value: string }) {
  return { name, value };
}

function changesOf(settings: Configuration, policy: Treatment, style: RouteStyle): readonly HeaderChange[] {
  const ofPolicy = policyChanges(policy, 'requestHeaders', style);
  const named = new Set(ofPolicy.map((change) => nameIn(change)));
  return [...ofPolicy, ...settingChanges(settings, style).filter((change) => !named.has(nameIn(change)))];
}

function nameIn(change: HeaderChange): string {
  return change.type === 'host' ? 'host' : change.name.toLowerCase();
}

function policyChanges(policy: Treatment, member: HeaderMember, style: RouteStyle): readonly HeaderChange[] {
  const { set = [], add = [], remove = [] } = policy[member] ?? {};
  const changes = [
    ...set.map(({ key, value }) => changeOf('set', key, value, style)),
    ...add.map(({ key, value }) => changeOf('add', key, value, style)),
    ...remove.map((name) => changeOf('remove', name, '', style)),
  ];
  return member === 'requestHeaders' ? changes : changes.map((change) => inAnswers(change, style));
}

/** A change to a header of answers, unless the engine keeps that header for itself. */
function inAnswers(change: HeaderChange, { keepsInAnswers }: RouteStyle): HeaderChange {
  const why = change.type === 'host' ? undefined : keepsInAnswers(change.name);
  return change.type === 'host' || why === undefined ? change : { type: 'refused', name: change.name, why };
}

function settingChanges({ setHeaders = [] }: Configuration, style: RouteStyle): readonly HeaderChange[] {
  return setHeaders.map(({ key, value }) => {
    // Blanks around a value are not part of it, and an empty one removes the header.
    const text = value.trim();
    return key.toLowerCase() === 'host'
      ? hostChange(key, text.toLowerCase(), style)
      : changeOf(text === '' ? 'remove' : 'set', key, text, style);
  });
}

function changeOf(
  type: 'set' | 'add' | 'remove',
  name: string,
  text: string,
  { literal, knows, refuses }: RouteStyle,
): HeaderChange {
  const refused = knows(name) ? refuses(name, text) : 'the engine takes no header of such a name';
  if (refused !== undefined) {
    return { type: 'refused', name, why: refused };
  }
  if (type === 'remove') {
    return { type, name };
  }
  const value = literal(text);
  if (!PLAIN_VALUE.test(value)) {
    return { type: 'refused', name, why: 'the Gateway API takes no value with two blanks in a row' };
  }
  return value.length > LONGEST_VALUE
    ? { type: 'refused', name, why: `its value would need more than ${LONGEST_VALUE} characters` }
    : { type, name, value };
}

/** Engines know the header Host as the host name of the request, which has a filter of its own. */
function hostChange(name: string, hostname: string, { hosts }: RouteStyle): HeaderChange {
  if (hosts === 'kept') {
    return { type: 'refused', name, why: 'a GRPCRoute gives calls no other host' };
  }
  return exactHostSchema.safeParse(hostname).success
    ? { type: 'host', hostname }
    : { type: 'refused', name, why: 'it can only become a host name without a port' };
}
