import { z } from 'zod';
import { exactHostSchema } from '../../api/grammar.ts';
import type { NotApplied } from '../../api/marketinstall.ts';
import { present } from '../../base/fields.ts';
import type { ModelComponent } from '../read/component.ts';
import type { RawEnvs } from './rawenv.ts';

/** Settings of a pod that a model makes by envs whose names begin with `ES_`. */
export interface Directives {
  readonly hostname?: string;
  /** Host names that the pod resolves to an address of the model, by address. */
  readonly hostAliases: readonly { readonly ip: string; readonly hostnames: readonly string[] }[];
  /** Thousandths of a core, in place of the size of the component. */
  readonly cpu?: { readonly limit?: number; readonly request?: number };
  readonly notApplied: readonly NotApplied[];
}

/** Envs by which a model would choose its node, with the reason against them. */
const REFUSED: ReadonlyMap<string, string> = new Map([
  ['selectnode', 'a model does not choose the node of its pods'],
  ['selecthost', 'a model does not choose the node of its pods'],
  ['hostnetwork', 'its pods would join the network of their node'],
  ['shcedulername', 'the scheduler of the cluster places its pods'],
]);

/** Beginning of the settings that name a host. */
const HOST = 'host_';

/** Most host names that a pod resolves by itself. */
const MAX_HOSTS = 64;

const hostnameSchema = z
  .string()
  .max(63)
  .regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/);
const addressSchema = z.union([z.ipv4(), z.ipv6()]);
const millicoresSchema = z
  .string()
  .regex(/^\d{1,7}$/)
  .transform(Number);

/** Settings of the pods of a component by its envs, which it has besides; as written, like in the original. */
export function directivesOf({ path }: ModelComponent, raws: RawEnvs): Directives {
  const notApplied: NotApplied[] = [];
  const refuse = (name: string, why: string) =>
    notApplied.push({ path, why: `env ${name.slice(0, 63)}: ${why}` });
  const open = new Map<string, string>();
  const names = [...raws].filter(([name]) => name.startsWith('ES_'));
  for (const [name, { text, secret }] of names) {
    const setting = name.slice(3).toLowerCase();
    const why = REFUSED.get(setting);
    if (why !== undefined) {
      refuse(name, why);
    } else if (isKnown(setting) && secret) {
      refuse(
        name,
        'values of config groups and secrets stand in Secrets alone: set it as an env of the component',
      );
    } else {
      open.set(setting, text);
    }
  }
  return {
    hostAliases: hostAliasesOf(open, refuse),
    ...hostnameOf(open, refuse),
    ...cpuOf(open, refuse),
    notApplied,
  };
}

type Settings = ReadonlyMap<string, string>;

type Refuse = (name: string, why: string) => void;

function isKnown(setting: string): boolean {
  return ['hostname', 'cpulimit', 'cpurequest'].includes(setting) || setting.startsWith(HOST);
}

function hostnameOf(settings: Settings, refuse: Refuse): Pick<Directives, 'hostname'> {
  const hostname = settings.get('hostname');
  if (hostname === undefined || hostname === '') {
    return {};
  }
  if (!hostnameSchema.safeParse(hostname).success) {
    refuse('ES_HOSTNAME', 'it is no name that a pod can have');
    return {};
  }
  return { hostname };
}

function hostAliasesOf(settings: Settings, refuse: Refuse): Directives['hostAliases'] {
  const byAddress = new Map<string, string[]>();
  const hosts = [...settings].filter(([setting]) => setting.startsWith(HOST));
  for (const [at, [setting, ip]] of hosts.entries()) {
    const name = setting.slice(HOST.length);
    if (at >= MAX_HOSTS || !exactHostSchema.safeParse(name).success || !addressSchema.safeParse(ip).success) {
      refuse(`ES_HOST_${name}`, `it must be a host name with an IP address, one of at most ${MAX_HOSTS}`);
    } else {
      byAddress.set(ip, [...(byAddress.get(ip) ?? []), name]);
    }
  }
  return [...byAddress].map(([ip, hostnames]) => ({ ip, hostnames }));
}

function cpuOf(settings: Settings, refuse: Refuse): Pick<Directives, 'cpu'> {
  const limit = millicores('ES_CPULIMIT', settings.get('cpulimit'), refuse);
  const request = millicores('ES_CPUREQUEST', settings.get('cpurequest'), refuse);
  if (limit === undefined && request === undefined) {
    return {};
  }
  return {
    cpu: {
      ...present({ limit }),
      // Kubernetes refuses a request above the limit.
      ...(request === undefined ? {} : { request: Math.min(request, limit ?? request) }),
    },
  };
}

function millicores(name: string, text: string | undefined, refuse: Refuse): number | undefined {
  const parsed = millicoresSchema.safeParse(text);
  if (text !== undefined && text !== '' && !parsed.success) {
    refuse(name, 'it must be thousandths of a core, such as 500');
  }
  return parsed.success && parsed.data > 0 ? parsed.data : undefined;
}
