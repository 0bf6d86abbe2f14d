/**
 * Entry point of Stoa's two processes and of its retirement, each with permissions of its own:
 *   main.ts operator   runs the controllers
 *   main.ts rest       serves the REST API
 *   main.ts retire     removes finalizers, lease and kept names when Stoa is uninstalled, and exits
 * All read the configuration file in STOA_CONFIG, and a kubeconfig or the pod's ServiceAccount. SIGTERM or SIGINT stops
 * the first two.
 */
import { loadConfig } from './config.ts';
import { createLog } from './telemetry/process.ts';

/** Modules by role: a process loads only those of its own. */
const ROLES = {
  operator: () => import('./roles/operator.ts'),
  rest: () => import('./roles/rest.ts'),
  retire: () => import('./roles/retire.ts'),
};

async function main(): Promise<void> {
  const load = ROLES[process.argv[2] as keyof typeof ROLES];
  if (load === undefined) {
    throw new Error('usage: main.ts operator|rest|retire');
  }
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => stop.abort());
  }
  const config = loadConfig(process.env);
  const { run } = await load();
  await run(config, stop.signal);
}

main().catch((error: unknown) => {
  createLog('error').error({ err: error }, 'fatal error, exiting');
  // Immediate exit, because running work must not outlive a lost lease.
  process.exit(1);
});
