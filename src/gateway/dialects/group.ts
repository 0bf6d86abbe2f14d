import type { Configuration } from '../../api/gatewayrule.ts';
import type { DeclaredProtocol } from '../../component/exposure.ts';
import type { Conditions } from '../../rule/conditions.ts';
import type { Treatment } from '../../rule/effective.ts';
import type { Balancing } from '../../rule/extension.ts';
import type { GroupMetadata } from '../object.ts';
import type { ListenerParent } from '../parent.ts';

/** A Service port that gets requests. */
interface ServiceBackend {
  readonly service: string;
  readonly port: number;
  /** Missing where the port declares no protocol, and speaks HTTP. */
  readonly declares?: DeclaredProtocol;
}

/** A Service port that gets a share of requests; shares are relative to each other. */
export interface WeightedBackend extends ServiceBackend {
  readonly weight: number;
}

/** A Service port that gets copies of requests. */
export interface MirrorBackend extends ServiceBackend {
  /** Share of the requests; all where it is missing. */
  readonly percent?: number;
}

/** A Service port that is asked about requests. */
export interface AskedBackend extends ServiceBackend {
  /** Address of the Service in the cluster; missing where it has none. */
  readonly address?: string;
}

/** Requests of a host and path that fulfil all of these conditions, and their backends. */
export interface Branch extends Conditions {
  /** The oldest rule's first; empty where the engine lacks what keeps requests out, or its Secret is missing. */
  readonly backends: readonly WeightedBackend[];
  /** Policy of the oldest rule. */
  readonly policy: Treatment;
  /** Missing where the policy wants none, or its component or port was not found. */
  readonly mirror?: MirrorBackend;
  /** Missing where the policy wants none, or its component or port was not found: then nothing gets in. */
  readonly externalAuth?: AskedBackend;
}

/** Rules of a path group that one listener serves: what a dialect renders an HTTPRoute from. */
export interface ListenerGroup extends GroupMetadata {
  /** References to the listener, which may stand in two places. */
  readonly parents: readonly ListenerParent[];
  /** Scheme of the requests that the listener gets. */
  readonly scheme: 'http' | 'https';
  readonly host: string;
  readonly path: string;
  /** In the order in which they are tried. */
  readonly branches: readonly Branch[];
  /** Settings of the oldest rule. */
  readonly settings: Configuration;
  readonly balancing: Balancing;
}

/** Whether a port with some declaration gets requests of a branch, or copies of them. */
export function hasPort(
  { backends, mirror }: Pick<Branch, 'backends' | 'mirror'>,
  declares: (declared: DeclaredProtocol | undefined) => boolean,
): boolean {
  return [...backends, ...(mirror === undefined ? [] : [mirror])].some((each) => declares(each.declares));
}

/** The mirror of a branch; none where no backend gets its requests: what is kept from those must not be copied either. */
export function mirrorOfBranch({
  mirror,
  backends,
}: Pick<Branch, 'mirror' | 'backends'>): MirrorBackend | undefined {
  return backends.some(({ weight }) => weight > 0) ? mirror : undefined;
}
