import { LABELS } from '../../api/group.ts';
import { apiVersionOf } from '../../kube/resource.ts';
import { byAge } from '../../objects/age.ts';
import { CERTIFICATES } from '../../objects/certmanager.ts';
import type { Candidate } from '../../rule/candidate.ts';
import type { Rendered } from '../dialects/dialect.ts';
import { metadataOf, ownersOf } from '../owned.ts';

/** Value of the label `stoa.dev/certificate-id` of Secrets that Stoa had made: they have no number. */
const NO_NUMBER = 'issued';

const KINDS: Readonly<Record<string, string>> = { clusterissuer: 'ClusterIssuer', issuer: 'Issuer' };

/** The issuer that `clusterissuer/<name>` or `issuer/<name>` means; undefined for anything else. */
export function readIssuer(text: string): { readonly kind: string; readonly name: string } | undefined {
  const [, type = '', name = ''] = /^(clusterissuer|issuer)[/:]([a-z0-9][-a-z0-9.]*)$/i.exec(text) ?? [];
  const kind = KINDS[type.toLowerCase()];
  return kind === undefined ? undefined : { kind, name };
}

/**
 * The Certificate that cert-manager is to obtain for a host, from the issuer of the oldest rule; none where
 * that rule and the configuration name no issuer.
 */
export function certificateFor(
  name: string,
  members: readonly Candidate[],
  defaultIssuer: string | undefined,
): Rendered[] {
  const [oldest] = members.toSorted((a, b) => byAge(a.object, b.object));
  const issuer = readIssuer(oldest?.rule.autoSsl?.issuer ?? defaultIssuer ?? '');
  if (oldest === undefined || issuer === undefined) {
    return [];
  }
  const namespace = oldest.object.metadata.namespace ?? '';
  return [
    {
      resource: CERTIFICATES,
      draft: {
        apiVersion: apiVersionOf(CERTIFICATES),
        kind: CERTIFICATES.kind,
        metadata: metadataOf({ name, namespace, route: name, owners: ownersOf(members) }),
        spec: {
          secretName: name,
          secretTemplate: { labels: { [LABELS.certificateId]: NO_NUMBER } },
          dnsNames: [oldest.rule.host],
          issuerRef: { group: CERTIFICATES.group, ...issuer },
        },
      },
    },
  ];
}
