import { parseArgs } from 'node:util';
import { UserError } from '../../deploy/local/errors.ts';

/** Selection of cases and cluster. */
export interface Options {
  readonly kubeconfig: string | undefined;
  /** The Gateway that rules attach to, `namespace/name`. */
  readonly gateway: { readonly namespace: string; readonly name: string };
  /** GatewayClass of the Gateway that Stoa creates if there is none. */
  readonly gatewayClass: string | undefined;
  readonly image: string;
  /** Prometheus that scrapes the gateway engine. If set, its metrics are compared with the sent load. */
  readonly prometheus: string | undefined;
  /** Whether an application is installed, upgraded and rolled back under traffic in place of the cases. */
  readonly install: boolean;
  /** Whether components that cannot answer are played in place of the cases. */
  readonly answers: boolean;
  /** Number of hosts with a certificate each that are served in place of the cases. */
  readonly certificates: number | undefined;
  /** Names of cases; empty for all. */
  readonly cases: readonly string[];
}

const USAGE =
  'npm run e2e -- --cluster=current [--kubeconfig=FILE] [--gateway=NAMESPACE/NAME] [--gateway-class=NAME] [--image=NAME] [--prometheus=URL | --install | --answers | --certificates=NUMBER | CASE...]';

/** Parses a command line. Throws a UserError with the usage if it is invalid. */
export function parseOptions(args: readonly string[]): Options {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        cluster: { type: 'string' },
        kubeconfig: { type: 'string' },
        gateway: { type: 'string', default: 'stoa-system/stoa' },
        'gateway-class': { type: 'string' },
        image: { type: 'string', default: 'stoa-echo:1' },
        prometheus: { type: 'string' },
        install: { type: 'boolean', default: false },
        answers: { type: 'boolean', default: false },
        certificates: { type: 'string' },
      },
    });
    const [, namespace, name] = /^([a-z0-9-]+)\/([a-z0-9.-]+)$/.exec(values.gateway) ?? [];
    if (values.cluster !== 'current' || namespace === undefined || name === undefined) {
      throw new Error('--cluster must be current, and --gateway must be a namespace and a name');
    }
    const { kubeconfig, image, prometheus, install, answers, 'gateway-class': gatewayClass } = values;
    const certificates = values.certificates === undefined ? undefined : Number(values.certificates);
    const plays = [
      prometheus !== undefined,
      install,
      answers,
      certificates !== undefined,
      positionals.length > 0,
    ].filter(Boolean);
    if (plays.length > 1) {
      throw new Error(
        '--prometheus, --install, --answers, --certificates and names of cases exclude each other',
      );
    }
    const gateway = { namespace, name };
    return {
      kubeconfig,
      gateway,
      gatewayClass,
      image,
      prometheus,
      install,
      answers,
      certificates,
      cases: positionals,
    };
  } catch (error) {
    throw new UserError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}
