import type { DeclarationSettings } from '../names/declarations.ts';
import type { NamePolicy } from '../names/gate.ts';
import type { PortRange } from '../names/ports.ts';

/** Namespace and name of the Gateway that routes attach to. */
export interface GatewayName {
  readonly namespace: string;
  readonly name: string;
}

/** Configuration of the Gateway, and of who may have which of its names. */
export interface GatewayConfig extends DeclarationSettings, NamePolicy {
  readonly name: GatewayName;
  /** Class of the Gateway, where Stoa is to create it. */
  readonly className?: string | undefined;
  /** Controller name of the class, where GatewayClasses are not read. */
  readonly controllerName?: string | undefined;
  readonly http: { readonly listener: string; readonly port: number };
  readonly https: {
    readonly port: number;
    /** The port that clients see, where it is another. */
    readonly publicPort?: number | undefined;
    /** Entry point of the engine with the port, where the engine passes TLS on at those that it has names for. */
    readonly entryPoint?: string | undefined;
  };
  /** Requests to the gateway by which Stoa proves that it serves the routes. */
  readonly probe: {
    readonly mode: 'auto' | 'off';
    /** Host name or address of the gateway; that of the Gateway's status by default. */
    readonly address?: string | undefined;
  };
  /** Ports that TCP and UDP rules may have; where there are none, those that the engine opens by itself. */
  readonly tcp: {
    readonly ports?: readonly PortRange[] | undefined;
    /** Host name or address at which clients reach them; that of the Gateway's status by default. */
    readonly address?: string | undefined;
  };
  /** ConfigMap in which released names are kept. */
  readonly ledger: GatewayName;
  readonly claims: {
    /** Time for which a released name stays with its team. */
    readonly keepFor: string;
  };
}

/** Configuration of the Gateway, from the section of the configuration file. */
export function gatewayConfig({
  namespace,
  name,
  ...rest
}: GatewayName & Omit<GatewayConfig, 'name'>): GatewayConfig {
  return { name: { namespace, name }, ...rest };
}
