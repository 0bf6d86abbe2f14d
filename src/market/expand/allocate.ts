import { withoutTrailing } from '../../base/text.ts';
import { freePort } from '../../rule/ports.ts';
import type { ModelComponent } from '../model/component.ts';
import type { Model } from '../model/model.ts';
import type { Kept, RandomHex, Surroundings, TakenNames } from './expansion.ts';
import { KEPT } from './kept.ts';
import { aliasOf, componentIdOf, MAX_NAME, workloadNameOf } from './name.ts';
import { placeholdersOf } from './placeholder.ts';
import { isHttp, isStateful, serviceSlots, transportOf } from './slot.ts';

const OWN_SECRET_DIGITS = 8;
const GROUP_SECRET_DIGITS = 32;

/**
 * Allocations of a model: those in `kept` and, for what they lack, new secrets, names and ports. An install stores them
 * before it creates anything, and they never change; only a Service whose name another object has taken meanwhile gets
 * a new one. Pure but for `random`.
 */
export function allocate(
  model: Model,
  kept: Kept,
  { install }: Pick<Surroundings, 'install'>,
  taken: TakenNames,
  random: RandomHex,
): Kept {
  return {
    secrets: withSecrets(model, kept.secrets, random),
    workloads: withWorkloads(model, kept.workloads, install.name, taken),
    services: withServices(model, kept.services, install, taken, random),
    ports: withPorts(model, kept.ports, taken),
  };
}

type Texts = Readonly<Record<string, string>>;

function withSecrets({ components, configGroups }: Model, kept: Texts, random: RandomHex): Texts {
  const secrets = new Map(Object.entries(kept));
  const add = (key: string, digits: number) => {
    if (!secrets.has(key)) {
      secrets.set(key, random(digits));
    }
  };
  const addFor = (text: string, own: string) => {
    for (const group of placeholdersOf(text)) {
      if (group === undefined) {
        add(own, OWN_SECRET_DIGITS);
      } else {
        add(KEPT.group(group), GROUP_SECRET_DIGITS);
      }
    }
  };
  add(KEPT.fingerprint, GROUP_SECRET_DIGITS);
  for (const { key, envs, connectEnvs } of components) {
    for (const { name, value } of [...envs, ...connectEnvs]) {
      addFor(value, KEPT.env(key, name));
    }
  }
  for (const group of configGroups) {
    for (const { name, value } of group.items) {
      addFor(value, KEPT.item(group.name, name));
    }
  }
  return Object.fromEntries(secrets);
}

/** Names of workloads: of components with the same name the first has it, the others get one with a hash. */
function withWorkloads({ components }: Model, kept: Texts, install: string, taken: TakenNames): Texts {
  const workloads = new Map(Object.entries(kept));
  const used = new Set([...taken.workloads, ...workloads.values()]);
  for (const { key, shortName, name } of components) {
    const place = KEPT.workload(key);
    if (workloads.has(place)) {
      continue;
    }
    const plain = workloadNameOf(install, shortName || name);
    const given = used.has(plain) ? workloadNameOf(install, `${shortName || name}:${key}`) : plain;
    workloads.set(place, given);
    used.add(given);
  }
  return Object.fromEntries(workloads);
}

function withServices(
  { components }: Model,
  kept: Texts,
  install: Surroundings['install'],
  taken: TakenNames,
  random: RandomHex,
): Texts {
  const services = new Map(Object.entries(kept));
  const own = new Set(services.values());
  const isTaken = (name: string) => own.has(name) || taken.isServiceTaken(name);
  for (const component of components) {
    for (const { key, defaultName } of servicesOf(component, install)) {
      const known = services.get(key);
      if (known === undefined || taken.isServiceTaken(known)) {
        const given = freeName(defaultName, isTaken, random);
        services.set(key, given);
        own.add(given);
      }
    }
  }
  return Object.fromEntries(services);
}

function servicesOf(
  component: ModelComponent,
  install: Surroundings['install'],
): readonly { readonly key: string; readonly defaultName: string }[] {
  const alias = aliasOf(componentIdOf(install.uid, component.key));
  const headless = { key: KEPT.headless(component.key), defaultName: `${alias}-pods` };
  return [...serviceSlots(component, alias), ...(isStateful(component) ? [headless] : [])];
}

function freeName(defaultName: string, isTaken: (name: string) => boolean, random: RandomHex): string {
  let name = defaultName;
  for (let digits = 4; isTaken(name); digits += 1) {
    name = `${withoutTrailing(defaultName.slice(0, MAX_NAME - 1 - digits), '-')}-${random(digits)}`;
  }
  return name;
}

/** Ports of the Gateway; where none is free a port is left out, and allocated by a later plan. */
function withPorts({ components }: Model, kept: Kept['ports'], taken: TakenNames): Kept['ports'] {
  const ports = new Map(Object.entries(kept));
  const used = new Set(ports.values());
  for (const { key, ports: own } of components) {
    for (const port of own.filter((candidate) => candidate.outer && !isHttp(candidate))) {
      const place = KEPT.port(key, port.containerPort, transportOf(port));
      const isTaken = (other: number) => used.has(other) || taken.isPortTaken(other);
      const given = ports.get(place) ?? freePort(0, taken.offeredPorts, isTaken);
      if (given !== undefined) {
        ports.set(place, given);
        used.add(given);
      }
    }
  }
  return Object.fromEntries(ports);
}
