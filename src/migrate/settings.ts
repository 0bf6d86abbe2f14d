import type { Configuration } from '../api/gatewayrule.ts';
import type { Policy } from '../api/policy.ts';

/** Share of the requests for a path that a canary gets, and the requests that it gets whatever its share. */
export interface CanaryShare {
  readonly weight: number;
  readonly total: number;
  readonly header?: { readonly name: string; readonly value: string };
  readonly cookie?: string;
}

/** Settings that the annotations of an Ingress ask for, for all of its rules. */
export interface Settings {
  readonly configuration?: Configuration;
  readonly policy?: Policy;
  /** Value of the extension `lb-type`. */
  readonly balancing?: string;
  /** Further hosts with the same rules. */
  readonly aliases?: readonly string[];
  /** Path to which requests for `/` are sent. */
  readonly appRoot?: string;
  /** The host with `www.`, or without, is sent to this one. */
  readonly www?: boolean;
  /** Plain requests for a host with a certificate are sent to HTTPS. */
  readonly toHttps?: boolean;
  /** They are sent there from hosts without a certificate too. */
  readonly forced?: boolean;
  /** Path that the component sees, which depends on that of the rule. */
  readonly rewriteTarget?: string;
  /** Paths are regular expressions. */
  readonly regular?: boolean;
  /** TLS connections to the hosts go to the Service of the path `/` as they are. */
  readonly passthrough?: boolean;
  readonly canary?: boolean;
  readonly share?: CanaryShare;
}
