/** An issuer of cert-manager. */
interface Issuer {
  readonly kind: string;
  readonly name: string;
}

const ISSUER_KINDS: Readonly<Record<string, string>> = { clusterissuer: 'ClusterIssuer', issuer: 'Issuer' };

/** The issuer that `clusterissuer/<name>` or `issuer/<name>` names; undefined for anything else. */
export function readIssuer(text: string): Issuer | undefined {
  const [, type = '', name = ''] = /^(clusterissuer|issuer)[/:]([a-z0-9][-a-z0-9.]*)$/i.exec(text) ?? [];
  const kind = ISSUER_KINDS[type.toLowerCase()];
  return kind === undefined ? undefined : { kind, name };
}

/** Whether rules may name an issuer, however it is spelled. */
export function isAllowedIssuer({ kind, name }: Issuer, allowed: readonly string[]): boolean {
  return allowed.map(readIssuer).some((each) => each?.kind === kind && each.name === name);
}

/** Sentence on an issuer that rules may not name. */
export function issuerText(wanted: string, allowed: readonly string[]): string {
  return `rules of this team may name ${allowed.join(', ') || 'no issuer'} only, not ${wanted}`;
}
