import { type PortRange, rangesText, readPorts } from './ports.ts';
import type { Release } from './released.ts';

/** Content of a ConfigMap with names that are kept, for each namespace lines of a name and a time, and with ports. */
export type LedgerData = Readonly<Record<string, string>>;

/** Settings of an operator that say where it keeps released names. */
export interface LedgerSettings {
  readonly namespace: string;
  readonly leaderElection: { readonly leaseName: string };
}

/** The ConfigMap in which an operator keeps released names; operators of one lease share it. */
export function ledgerOf({ namespace, leaderElection }: LedgerSettings) {
  return { namespace, name: `${leaderElection.leaseName}-names` };
}

/** Key of the ports that the gateway offers to rules; no namespace has this name. */
const PORTS = '_ports';

/** Content for names that are kept, and for the ports that the gateway offers. */
export function ledgerData(releases: readonly Release[], offered: readonly PortRange[]): LedgerData {
  const byNamespace = Map.groupBy(releases, ({ namespace }) => namespace);
  const kept = Object.fromEntries(
    [...byNamespace].map(([namespace, ofNamespace]) => [
      namespace,
      ofNamespace.map(({ name, until }) => `${name} ${until.toISOString()}`).join('\n'),
    ]),
  );
  return { ...kept, [PORTS]: offered.length === 0 ? '' : rangesText(offered) };
}

/** Ports that the gateway offers, from the content; undefined where it does not say so. */
export function readOffered({ [PORTS]: text }: LedgerData): readonly PortRange[] | undefined {
  const reading = text === undefined ? undefined : readPorts(text);
  return reading?.type === 'valid' ? reading.ranges : undefined;
}

/** Names that are kept, from the content; lines that cannot be read are left out. */
export function readLedger(data: LedgerData): readonly Release[] {
  return Object.entries(data).flatMap(([namespace, text]) =>
    text.split('\n').flatMap((line) => {
      const space = line.lastIndexOf(' ');
      const [name, until] = [line.slice(0, space), new Date(line.slice(space + 1))];
      return space > 0 && !Number.isNaN(until.getTime()) ? [{ name, namespace, until }] : [];
    }),
  );
}
