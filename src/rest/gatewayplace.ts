/** Part of the configuration that says where the Gateway of the rules is. */
export interface GatewayPlace {
  readonly namespace: string;
  readonly name: string;
  /** Its GatewayClass, where the configuration names it. */
  readonly className?: string | undefined;
  readonly http: {
    readonly port: number;
    /** Name of its listener for hosts of all rules without TLS. */
    readonly listener: string;
  };
  readonly https: {
    readonly port: number;
    /** Port at which clients find it, where that is another one. */
    readonly publicPort?: number | undefined;
  };
}
