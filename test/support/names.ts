import { z } from 'zod';
import type { KubeObject } from '../../src/kube/object.ts';
import type { Claim } from '../../src/names/claim.ts';
import { Claims } from '../../src/names/claims.ts';
import { type DeclarationSettings, Declarations } from '../../src/names/declarations.ts';
import type { NameView } from '../../src/names/gate.ts';
import { Released } from '../../src/names/released.ts';
import { nameSettings } from '../../src/names/settings.ts';
import type { TeamPolicy } from '../../src/names/team.ts';

/** Policy by which the namespaces with the label are teams. */
export const LABELLED: TeamPolicy = { mode: 'labelled', excluded: [] };

/** Policy by which all namespaces are teams but those of the cluster and of Stoa. */
export const BY_NAME: TeamPolicy = { mode: 'namespaces', excluded: ['kube-system', 'stoa-system'] };

/** Declarations of a configuration, from its text form. */
export function settingsOf(settings: object = {}): DeclarationSettings {
  return { ...z.strictObject(nameSettings).parse(settings), autoSsl: {}, teamPolicy: LABELLED };
}

/** Namespace with the label of a team, or without where that is null; `age` orders Namespaces. */
export function namespaceOf(
  name: string,
  annotations: Readonly<Record<string, string>> = {},
  { age = 1, team = name }: { readonly age?: number; readonly team?: string | null } = {},
): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: {
      name,
      uid: name,
      resourceVersion: '1',
      creationTimestamp: `2026-01-01T00:00:0${age}Z`,
      labels: team === null ? {} : { 'stoa.dev/team': team },
      annotations,
    },
  };
}

/** Claim of `namespace/name`; the age counts up from 0. */
export function claimOf(id: string, name: string, age: number, standing = false): Claim {
  const [namespace = ''] = id.split('/');
  return { id, source: `rule ${id}`, namespace, name, age: String(age).padStart(4, '0'), standing };
}

/** View of claims in which everything else has its default. */
export function viewOf(
  claims: readonly Claim[],
  view: Partial<Omit<NameView, 'claims'>> = {},
): NameView & { readonly claims: Claims } {
  const index = new Claims();
  for (const claim of claims) {
    index.put(claim);
  }
  return {
    policy: { undeclared: 'first-come' },
    declarations: new Declarations(settingsOf(), []),
    released: new Released(),
    now: new Date('2026-06-01T00:00:00Z'),
    claims: index,
    ...view,
  };
}
