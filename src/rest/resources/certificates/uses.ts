import { tryRead } from '../../../kube/error.ts';
import { byAge } from '../../../objects/age.ts';
import { firstByName, type Secret } from '../../../objects/core.ts';
import { GATEWAY_RULES, type GatewayRule } from '../../../objects/stoa.ts';
import { certificateOf } from '../../../rule/effective.ts';
import { certificateGroup } from '../../../rule/groupname.ts';
import type { TeamScope } from '../../scope.ts';
import { certificateIdOf } from './record.ts';

/** Rules by the names of the Secrets whose certificates they have. */
export type Uses = ReadonlyMap<string, readonly GatewayRule[]>;

/** Rules of a team that have certificates, read as the caller; undefined where that is not permitted. */
export async function readUses(
  { client, namespace }: TeamScope,
  secrets: readonly Secret[],
): Promise<Uses | undefined> {
  const read = await tryRead(client.list(GATEWAY_RULES, { namespace }));
  return read.type === 'found' ? usesOf(read.value, secrets) : undefined;
}

/** Rules by the Secrets that they name, by name, number or issuer, or are served with, the oldest first. Pure. */
function usesOf(rules: readonly GatewayRule[], secrets: readonly Secret[]): Uses {
  const numbered = Map.groupBy(secrets, certificateIdOf);
  const uses = new Map<string, GatewayRule[]>();
  for (const rule of rules.toSorted(byAge)) {
    for (const name of new Set([secretOf(rule, numbered), rule.status?.certificate])) {
      if (name !== undefined) {
        const rest = uses.get(name) ?? [];
        rest.push(rule);
        uses.set(name, rest);
      }
    }
  }
  return uses;
}

/** Name of the Secret that the spec of a rule means; undefined where it means none. */
function secretOf(
  { spec: { http } }: GatewayRule,
  numbered: ReadonlyMap<number, readonly Secret[]>,
): string | undefined {
  const certificate = http && certificateOf(http);
  if (certificate !== undefined) {
    return certificate.type === 'name'
      ? certificate.name
      : firstByName(numbered.get(certificate.id) ?? [])?.metadata.name;
  }
  const isObtained = http?.issuerRef !== undefined || http?.autoSsl === true;
  return isObtained ? certificateGroup(http.domainName).name : undefined;
}
