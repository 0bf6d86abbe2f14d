import { type Gradual, gradually } from '../../base/gradual.ts';
import { uniqueBy } from '../../base/unique.ts';
import type { ModelComponent } from '../read/component.ts';
import type { Diagnostics } from '../read/diagnostics.ts';
import type { Env } from '../read/env.ts';
import { MAX_VALUE } from '../read/lenient.ts';
import type { Model } from '../read/model.ts';
import type { EnvContext } from './env.ts';
import { serviceSlots } from './service.ts';
import { MAX_FILE_BYTES } from './workload/fillfile.ts';

/** Address of the container itself with a port: a number, or a variable with or without default. */
const ADDRESS =
  /(?<![\w.-])(?:127\.0\.0\.1|localhost):(?:(\d{1,5})(?!\d)|\$\{([^{}:\n]{1,512})(?::(\d{1,5}))?\})/g;

/** Address of the container itself without a port. */
const HOST = /^(?:127\.0\.0\.1|localhost)$/;

/** Name of an env with a host, of which another with the same prefix has the port. */
const HOST_NAME = /^(.*_)(HOST|host)$/s;

const NO_MESH = 'because there is no mesh here that listens there';

const OVERRIDE = 'set the env to the name of a Service in spec.overrides of the install';

/** Ports of the components that one depends on. */
interface Reach {
  /** Services with a port that the component itself does not listen on: several, where several components have it. */
  readonly services: ReadonlyMap<number, readonly string[]>;
  /** Port in an env. */
  readonly portIn: (name: string) => number;
}

/** Address in a text, and the Services that it can mean. */
interface Found {
  readonly address: string;
  readonly services: readonly string[];
}

/**
 * Components of a model that was made for a mesh, which listens at 127.0.0.1 on the ports of all dependencies. In own
 * envs and files, the Service replaces 127.0.0.1 if exactly one dependency has the port, and the component itself does
 * not listen on it. The diagnostics list each replacement, and each address that could mean a dependency and stays.
 */
export function* withoutLoopback(
  { meshed, components }: Model,
  context: EnvContext,
  diagnostics: Diagnostics,
): Gradual<readonly ModelComponent[]> {
  if (!meshed) {
    return components;
  }
  const byKey = new Map(components.map((component) => [component.key, component]));
  return yield* gradually(components, (component) => {
    if (!mentionsLoopback(component)) {
      return component;
    }
    const dependencies = component.dependsOn.flatMap((key) => byKey.get(key) ?? []);
    const reach = reachOf(component, dependencies, context);
    return reach.services.size === 0 ? component : replaced(component, reach, context, diagnostics);
  });
}

function mentionsLoopback({ envs, configFiles, cmd }: ModelComponent): boolean {
  const texts = [cmd, ...envs.map(({ value }) => value), ...configFiles.map(({ content }) => content)];
  return texts.some((text) => text.includes('127.0.0.1') || text.includes('localhost'));
}

function reachOf(
  { ports, envs }: ModelComponent,
  dependencies: readonly ModelComponent[],
  { kept, aliasOf }: EnvContext,
): Reach {
  const own = new Set(ports.map(({ containerPort }) => containerPort));
  const services = new Map<number, readonly string[]>();
  for (const dependency of dependencies) {
    for (const [port, service] of servicesOf(dependency, kept, aliasOf)) {
      if (!own.has(port)) {
        services.set(port, [...(services.get(port) ?? []), service]);
      }
    }
  }
  const values = new Map([
    ...dependencies.flatMap((dependency) =>
      dependency.ports.map(
        ({ alias, containerPort }) => [`${alias.toUpperCase()}_PORT`, `${containerPort}`] as const,
      ),
    ),
    ...envs.map(({ name, value }) => [name, value] as const),
  ]);
  return { services, portIn: (name) => Number(values.get(name) ?? Number.NaN) };
}

/** Services of the inner ports of a component, by port. */
function servicesOf(
  component: ModelComponent,
  kept: EnvContext['kept'],
  aliasOf: EnvContext['aliasOf'],
): ReadonlyMap<number, string> {
  const slots = serviceSlots(component, aliasOf(component.key));
  return new Map(
    slots.flatMap(({ key, defaultName, ports }) =>
      ports
        .filter(({ inner }) => inner)
        .map(({ containerPort }) => [containerPort, kept.services[key] ?? defaultName] as const),
    ),
  );
}

function replaced(
  component: ModelComponent,
  reach: Reach,
  { growth }: EnvContext,
  diagnostics: Diagnostics,
): ModelComponent {
  const { path, envs, configFiles, cmd } = component;
  const replaceIn = (text: string, place: string, { prefix = '', max }: { prefix?: string; max: number }) => {
    const { text: now, found } = replacedText(text, reach);
    const added = now.length - text.length;
    if (added > growth.left || (added > 0 && now.length > max)) {
      growth.denied = true;
      return text;
    }
    growth.left -= Math.max(added, 0);
    tell(found, place, prefix, diagnostics);
    return now;
  };
  for (const { address } of replacedText(cmd, reach).found) {
    diagnostics.addNotApplied(`${path}.cmd`, `${address} reaches no dependency, ${NO_MESH}`);
  }
  return {
    ...component,
    envs: envs.map((env) => {
      const place = `${path}.service_env_map_list`;
      const value = HOST.test(env.value)
        ? replacedHost(env, reach, place, diagnostics)
        : replaceIn(env.value, place, { prefix: `${env.name}: `, max: MAX_VALUE });
      return { ...env, value };
    }),
    configFiles: configFiles.map((file) => ({
      ...file,
      content: replaceIn(file.content, `${file.path}.file_content`, { max: MAX_FILE_BYTES }),
    })),
  };
}

/** Text with Services in place of the addresses that can mean only one, and all addresses that can mean any. */
function replacedText(text: string, { services, portIn }: Reach) {
  const found: Found[] = [];
  const now = text.replace(ADDRESS, (address: string, digits?: string, name = '', fallback = '') => {
    const inEnv = portIn(name);
    const port = digits === undefined ? (Number.isNaN(inEnv) ? Number(fallback) : inEnv) : Number(digits);
    const those = services.get(port) ?? [];
    const [service, other] = those;
    if (service === undefined) {
      return address;
    }
    found.push({ address, services: those });
    return other === undefined ? `${service}${address.slice(address.indexOf(':'))}` : address;
  });
  return { text: now, found };
}

/** Value of an env that is a host alone, whose port another env has. */
function replacedHost(env: Env, { services, portIn }: Reach, path: string, diagnostics: Diagnostics): string {
  const [, prefix = '', word = ''] = HOST_NAME.exec(env.name) ?? [];
  const port = portIn(`${prefix}${word === 'host' ? 'port' : 'PORT'}`);
  const those = word === '' ? [] : (services.get(port) ?? []);
  if (those.length === 0) {
    const why = `${env.name}: ${env.value} reaches no dependency, ${NO_MESH}; ${OVERRIDE}`;
    diagnostics.addNotApplied(path, why);
    return env.value;
  }
  tell([{ address: env.value, services: those }], path, `${env.name}: `, diagnostics);
  return those.length === 1 ? (those[0] ?? env.value) : env.value;
}

function tell(found: readonly Found[], path: string, prefix: string, diagnostics: Diagnostics): void {
  for (const { address, services } of uniqueBy(found, (each) => each.address)) {
    const why =
      services.length === 1
        ? `the Service ${services[0]} replaces the host in ${address}, ${NO_MESH}`
        : `${address} stays and reaches nothing: several dependencies have the port; ${OVERRIDE}`;
    diagnostics.addNotApplied(path, `${prefix}${why}`);
  }
}
