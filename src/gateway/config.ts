import type { PortRange } from '../names/ports.ts';

/** Namespace and name of the Gateway that routes attach to. */
export interface GatewayName {
  readonly namespace: string;
  readonly name: string;
}

/** Configuration of the Gateway. */
export interface GatewayConfig {
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
  };
  /** Ports that TCP and UDP rules may have. */
  readonly tcp: { readonly ports: readonly PortRange[] };
  /** Issuer of certificates where a rule names none. */
  readonly autoSsl: { readonly issuer?: string | undefined };
}

/** Configuration of the Gateway, from the section of the configuration file. */
export function gatewayConfig({
  namespace,
  name,
  ...rest
}: GatewayName & Omit<GatewayConfig, 'name'>): GatewayConfig {
  return { name: { namespace, name }, ...rest };
}
