import { MAX_NAME } from '../../base/dnslabel.ts';
import { withoutTrailing } from '../../base/text.ts';
import { freePort } from '../../rule/ports.ts';
import { aliasOf, componentIdOf } from '../../source/componentid.ts';
import type { Kept } from '../../source/kept.ts';
import type { AllocationContext, RandomHex, TakenNames } from '../../source/surroundings.ts';
import type { Model } from '../read/model.ts';
import { placeholdersOf } from './env.ts';
import { KEPT } from './kept.ts';
import { workloadNameOf } from './name.ts';
import { isHttpPort, isStateful, portTransport, serviceSlots } from './service.ts';
import { withVolumes } from './volumes.ts';

/** Hexadecimal digits of a generated secret: 128 bits. */
const SECRET_DIGITS = 32;

/**
 * Allocations of a model: those in `kept` and, for what they lack, new secrets, names and ports. An install stores them
 * before it creates anything, and they never change; only a Service whose name another object has taken meanwhile gets
 * a new one, and a volume follows its data. Pure but for `random`.
 */
export function allocate(model: Model, kept: Kept, context: AllocationContext): Kept {
  const { install, taken, random } = context;
  const workloads = withWorkloads(model, kept.workloads, install.name, taken);
  const owners = model.components.map((component) => ({
    component,
    id: componentIdOf(install.uid, component.key),
    workload: workloads[KEPT.workload(component.key)] ?? '',
  }));
  return {
    ...kept,
    secrets: withSecrets(model, kept.secrets, random),
    workloads,
    services: withServices(model, kept.services, workloads, context),
    ports: withPorts(model, kept.ports, taken),
    volumes: withVolumes(model, kept.volumes, owners, taken.volumes),
  };
}

type Texts = Readonly<Record<string, string>>;

function withSecrets({ components, configGroups }: Model, kept: Texts, random: RandomHex): Texts {
  const secrets = new Map(Object.entries(kept));
  const add = (key: string) => {
    if (!secrets.has(key)) {
      secrets.set(key, random(SECRET_DIGITS));
    }
  };
  const addFor = (text: string, own: string) => {
    for (const group of placeholdersOf(text)) {
      add(group === undefined ? own : KEPT.group(group));
    }
  };
  add(KEPT.fingerprint);
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

/**
 * Names of workloads: of components with the same name the first has it, the others get one with a hash. So does one
 * whose pods need a Service of the name, if another object has that.
 */
function withWorkloads({ components }: Model, kept: Texts, install: string, taken: TakenNames): Texts {
  const workloads = new Map(Object.entries(kept));
  const used = new Set([...taken.workloads, ...workloads.values()]);
  for (const component of components) {
    const { key, shortName, name } = component;
    const place = KEPT.workload(key);
    if (workloads.has(place)) {
      continue;
    }
    const plain = workloadNameOf(install, shortName || name);
    const isTaken = used.has(plain) || (isStateful(component) && taken.isServiceTaken(plain));
    const given = isTaken ? workloadNameOf(install, `${shortName || name}:${key}`) : plain;
    workloads.set(place, given);
    used.add(given);
  }
  return Object.fromEntries(workloads);
}

function withServices(
  { components }: Model,
  kept: Texts,
  workloads: Texts,
  { install, taken, random }: AllocationContext,
): Texts {
  const services = new ServiceNames(kept, taken);
  // First those of pods, whose names are those of their workloads.
  for (const { key } of components.filter(isStateful)) {
    const workload = workloads[KEPT.workload(key)] ?? '';
    allocateHeadless({ key, workload, serviceName: taken.serviceNameOf(workload) }, services, random);
  }
  for (const component of components) {
    const alias = aliasOf(componentIdOf(install.uid, component.key));
    for (const { key, defaultName } of serviceSlots(component, alias)) {
      const known = services.get(key);
      if (known === undefined || taken.isServiceTaken(known)) {
        services.set(key, freeName(defaultName, services.isTaken, random));
      }
    }
  }
  return services.texts();
}

/** Names of Services during an allocation, by their keys. */
class ServiceNames {
  readonly #byKey: Map<string, string>;
  readonly #names: Set<string>;
  readonly #taken: TakenNames;

  constructor(kept: Texts, taken: TakenNames) {
    this.#byKey = new Map(Object.entries(kept));
    this.#names = new Set(this.#byKey.values());
    this.#taken = taken;
  }

  get(key: string): string | undefined {
    return this.#byKey.get(key);
  }

  set(key: string, name: string): void {
    this.#byKey.set(key, name);
    this.#names.add(name);
  }

  /** Name that a key had; free from now on. */
  release(key: string): string | undefined {
    const name = this.#byKey.get(key);
    if (name !== undefined) {
      this.#byKey.delete(key);
      this.#names.delete(name);
    }
    return name;
  }

  isTaken = (name: string): boolean => this.#names.has(name) || this.#taken.isServiceTaken(name);

  texts(): Texts {
    return Object.fromEntries(this.#byKey);
  }
}

/** Component whose pods have names. */
interface StatefulComponent {
  readonly key: string;
  readonly workload: string;
  /** Immutable; undefined while the StatefulSet does not exist. */
  readonly serviceName: string | undefined;
}

/**
 * Allocates the Services of pods with names. The Service of a StatefulSet has its name: `<name>-0.<name>` is what
 * models call its first pod. The `serviceName` of one that exists with another Service never changes; it gets a second
 * Service of its name, which becomes its own once the StatefulSet is gone and created again.
 */
function allocateHeadless(
  { key, workload, serviceName }: StatefulComponent,
  services: ServiceNames,
  random: RandomHex,
): void {
  const known = services.release(KEPT.headless(key));
  services.release(KEPT.named(key));
  if (serviceName !== undefined) {
    services.set(KEPT.headless(key), serviceName);
  }
  if (!services.isTaken(workload)) {
    services.set(serviceName === undefined ? KEPT.headless(key) : KEPT.named(key), workload);
  } else if (serviceName === undefined) {
    const isKnownFree = known !== undefined && !services.isTaken(known);
    services.set(KEPT.headless(key), isKnownFree ? known : freeName(workload, services.isTaken, random));
  }
}

function freeName(defaultName: string, isTaken: (name: string) => boolean, random: RandomHex): string {
  let name = defaultName;
  for (let digits = 4; isTaken(name); digits += 1) {
    name = `${withoutTrailing(defaultName.slice(0, MAX_NAME - 1 - digits), '-')}-${random(digits)}`;
  }
  return name;
}

/**
 * Ports of the Gateway: those that rules of the namespace have, and those that the model asks for and the namespace may
 * have. What is kept says which, and gives no right to any: whoever may write Secrets there can write it. Where none is
 * free a port is left out, and allocated by a later plan.
 */
function withPorts(model: Model, kept: Kept['ports'], taken: TakenNames): Kept['ports'] {
  const ports = new Map(Object.entries(kept).filter(([, port]) => taken.portStanding(port) === 'held'));
  const used = new Set(ports.values());
  const limit = ports.size + taken.portsLeft;
  const give = (place: string, port: number | undefined) => {
    if (port !== undefined && ports.size < limit && !ports.has(place) && !used.has(port)) {
      ports.set(place, port);
      used.add(port);
    }
  };
  const places = portPlaces(model);
  for (const place of places) {
    const port = kept[place];
    give(place, port !== undefined && taken.portStanding(port) !== 'refused' ? port : undefined);
  }
  const isTaken = (port: number) => used.has(port) || taken.portStanding(port) !== 'free';
  for (const place of places.filter((each) => !ports.has(each) && ports.size < limit)) {
    give(place, freePort(0, taken.offeredPorts, isTaken));
  }
  return Object.fromEntries(ports);
}

/** Whether a model asks for a port of the Gateway that its allocations lack. */
export function lacksPort(model: Model, { ports }: Pick<Kept, 'ports'>): boolean {
  return portPlaces(model).some((place) => ports[place] === undefined);
}

function portPlaces({ components }: Model): string[] {
  return components.flatMap(({ key, ports }) =>
    ports
      .filter((port) => port.outer && !isHttpPort(port))
      .map((port) => KEPT.port(key, port.containerPort, portTransport(port))),
  );
}
