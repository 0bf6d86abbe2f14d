import { dnsLabel, MAX_NAME, withSuffix } from '../base/dnslabel.ts';
import { shortHash } from '../base/hash.ts';

/** Rule before its name, with what its name is made of. */
export interface Unnamed {
  readonly namespace: string;
  /** Name of its Ingress. */
  readonly ingress: string;
  /** Words for its host and its path, empty for the first ones of its Ingress. */
  readonly at: readonly string[];
  /** Words for what it does beside answering. */
  readonly does: readonly string[];
  /** Text that no other rule of its Ingress has. */
  readonly place: string;
}

/** Names of rules: their Ingress and what they are for; a hash follows where two would have the same name. Pure. */
export function namesFor(rules: readonly Unnamed[]): readonly string[] {
  const names = rules.map(plainName);
  const places = Map.groupBy(rules, (each) => JSON.stringify([each.namespace, plainName(each)]));
  return rules.map((rule, index) => {
    const name = names[index] ?? '';
    const alike = places.get(JSON.stringify([rule.namespace, name])) ?? [];
    const keepsName =
      alike.length === 1 || (rule.ingress === name && rule === alike.find(({ ingress }) => ingress === name));
    return keepsName ? name : withSuffix(name, shortHash(JSON.stringify([rule.ingress, rule.place]), 8));
  });
}

function plainName({ ingress, at, does }: Unnamed): string {
  const known = new Set(['', ...ingress.split(/[-.]/)]);
  const said = [...at.map(wordOf).filter((word) => !known.has(word)), ...does];
  const name = said.length === 0 ? ingress : `${ingress}-${said.join('-')}`;
  return name === dnsLabel(name) && name.length <= MAX_NAME
    ? name
    : withSuffix(ingress, said.join('-') || 'rule');
}

/** Text as a word of a name: its letters and digits. */
function wordOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Words for a host beside the first one of its Ingress: the labels that the two do not have in common; none for the first. Pure. */
export function wordsOfHost(host: string, first: string): string {
  const [labels, others] = [host.split('.').toReversed(), first.split('.').toReversed()];
  const common = labels.findIndex((label, index) => label !== others[index]);
  const own = common < 0 ? [] : labels.slice(common).toReversed();
  return host === first ? '' : own.join('-').replace('*', 'any') || host.replaceAll('.', '-');
}
