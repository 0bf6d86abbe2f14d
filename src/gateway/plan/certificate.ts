import { LABELS } from '../../api/group.ts';
import { objectOf, ownersOf, type Rendered } from '../../engines/object.ts';
import { isAllowedIssuer, readIssuer } from '../../names/issuer.ts';
import { CERTIFICATES } from '../../objects/certmanager.ts';
import type { GatewayRule } from '../../objects/stoa.ts';
import { firstOf } from '../../rule/claim.ts';
import type { CertificateGroup, GatewayView } from '../observed.ts';

/** Plan of a certificate group: the Certificate that cert-manager is to obtain. */
export interface CertificatePlan {
  readonly type: 'certificate';
  readonly group: CertificateGroup;
  readonly wanted: readonly Rendered[];
  /** The rules that want the certificate. */
  readonly contributors: readonly GatewayRule[];
}

/** Value of the label `stoa.dev/certificate-id` on Secrets that are obtained by Stoa: they have no number. */
const NO_NUMBER = 'issued';

/** Plans the Certificate of a host; none where the cluster does not serve Certificates. */
export function certificatePlan(group: CertificateGroup, { served, config }: GatewayView): CertificatePlan {
  return {
    type: 'certificate',
    group,
    wanted: served.certificates === undefined ? [] : certificates(group, config.autoSsl.issuer),
    contributors: group.members.map(({ object }) => object),
  };
}

/** The Certificate from the issuer of the oldest rule; none where that is no issuer, or not one that it may name. */
function certificates(
  { name, members, issuers }: CertificateGroup,
  defaultIssuer: string | undefined,
): Rendered[] {
  const oldest = firstOf(members);
  const issuer = readIssuer(oldest?.rule.autoSsl?.issuer ?? defaultIssuer ?? '');
  if (oldest === undefined || issuer === undefined || !isAllowedIssuer(issuer, issuers)) {
    return [];
  }
  const namespace = oldest.object.metadata.namespace;
  return [
    objectOf({ name, namespace, route: name, owners: ownersOf(members) }, CERTIFICATES, {
      secretName: name,
      secretTemplate: { labels: { [LABELS.certificateId]: NO_NUMBER } },
      dnsNames: [oldest.rule.host],
      issuerRef: { group: CERTIFICATES.group, ...issuer },
    }),
  ];
}
