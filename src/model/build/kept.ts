/**
 * Keys of allocations. Each begins with a word and a slash, so that no text of a model makes a key with a meaning in
 * JavaScript.
 */
export const KEPT = {
  /** Key of the digests of Secrets, as an allocation. */
  fingerprint: 'digest/key',
  /** A `**None:group**`. */
  group: (group: string) => `group/${group}`,
  /** A `**None**` of an env, which is the same for the component and for those that depend on it. */
  env: (component: string, name: string) => `env/${component}/${name}`,
  /** A `**None**` of a config group. */
  item: (group: string, name: string) => `item/${group}/${name}`,
  workload: (component: string) => `workload/${component}`,
  service: (component: string, name: string) => `service/${component}/${name}`,
  /** The Service of a StatefulSet, as in its `serviceName`. */
  headless: (component: string) => `headless/${component}`,
  /** The Service with the name of a StatefulSet whose `serviceName` is another one. */
  named: (component: string) => `named/${component}`,
  /** The claim of a volume. */
  claim: (component: string, volume: string) => `claim/${component}/${volume}`,
  /** The template of the claims of the pods of a component. */
  template: (component: string, volume: string) => `template/${component}/${volume}`,
  port: (component: string, port: number, transport: 'tcp' | 'udp') =>
    `port/${component}/${port}/${transport}`,
} as const;
