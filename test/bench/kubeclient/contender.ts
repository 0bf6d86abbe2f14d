import type { GatewayRule } from '../../../src/objects/stoa.ts';

/** Name of an object and its namespace. */
interface ObjectName {
  readonly namespace: string;
  readonly name: string;
}

/** Client of the Kubernetes API as the benchmark uses it: each method is one way in which Stoa calls an API server. */
export interface Contender {
  /** GatewayRule by its name. */
  readRule(target: ObjectName): Promise<unknown>;
  /** Service by its name: an object of a kind that the generated models of client-node know. */
  readService(target: ObjectName): Promise<unknown>;
  /** Server-side apply of a GatewayRule, with strict validation of its fields. */
  applyRule(rule: RuleDraft): Promise<unknown>;
  /** All GatewayRules of a namespace in pages of 500. */
  listRules(namespace: string): Promise<readonly unknown[]>;
  /** All PodTemplates of a namespace in pages of 500. */
  listTemplates(namespace: string): Promise<readonly unknown[]>;
  /** Reads the first `count` events of a watch of all GatewayRules. */
  watchRules(namespace: string, count: number): Promise<void>;
  close(): Promise<void>;
}

/** GatewayRule to apply. */
export type RuleDraft = Pick<GatewayRule, 'apiVersion' | 'kind' | 'spec'> & { readonly metadata: ObjectName };

/** Objects per page of a list, as in `src/kube`. */
export const PAGE_SIZE = 500;

/** Field manager of the benchmark. */
export const MANAGER = 'bench-kubeclient';

/** Field of every contender's applies: an unknown field of an object is an error. */
export const VALIDATION = 'Strict';
