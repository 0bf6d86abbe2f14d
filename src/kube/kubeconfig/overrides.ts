/** Options of kubectl, which count more than kubeconfigs. */
export interface Overrides {
  /** File in place of those in KUBECONFIG. */
  readonly kubeconfig?: string | undefined;
  readonly context?: string | undefined;
  readonly cluster?: string | undefined;
  readonly user?: string | undefined;
  readonly namespace?: string | undefined;
  readonly server?: string | undefined;
  readonly tlsServerName?: string | undefined;
  readonly insecure?: boolean | undefined;
  /** Path of the file with the authorities. */
  readonly authority?: string | undefined;
  readonly certificate?: string | undefined;
  readonly key?: string | undefined;
  readonly token?: string | undefined;
  readonly as?: string | undefined;
  readonly asUid?: string | undefined;
  readonly asGroups?: readonly string[] | undefined;
  /** Pairs such as `reason=test`. */
  readonly asExtra?: readonly string[] | undefined;
  /** Duration of a request, such as `10s`. */
  readonly requestTimeout?: string | undefined;
}
