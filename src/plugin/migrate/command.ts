import { Deadline } from '../../base/deadline.ts';
import type { Dialect } from '../../engines/engine.ts';
import { dialectOf, ENGINES } from '../../engines/index.ts';
import type { KubeClient } from '../../kube/client.ts';
import { tryRead } from '../../kube/error.ts';
import { type Migration, migrate } from '../../migrate/migration.ts';
import { printed } from '../../migrate/print.ts';
import { GATEWAY_CLASSES } from '../../objects/gatewayapi.ts';
import { type Connection, withConnection } from '../connect.ts';
import {
  type CommandLine,
  type MIGRATE_OPTIONS,
  type PLACE_OPTIONS,
  type Place,
  placeOf,
  UsageError,
} from '../options.ts';
import type { Session, Verb } from '../verb.ts';
import { applyRules } from './apply.ts';
import { isName, readInput, type Source } from './input.ts';
import { type Proof, proofIn, prove } from './prove.ts';

type MigrateOption = (typeof PLACE_OPTIONS)[number] | (typeof MIGRATE_OPTIONS)[number];

/** Ingresses to migrate, and what is done with the rules. */
interface MigrateRequest extends Place {
  readonly source: Source;
  readonly engine: Dialect | undefined;
  readonly apply: boolean;
  readonly proof: Proof | undefined;
}

/** `migrate`: makes rules of the Ingresses of ingress-nginx, and prints or creates them. */
export const migrateVerb: Verb<MigrateOption, MigrateRequest> = {
  parse: parseMigrate,
  run: (request, session) =>
    needsCluster(request)
      ? withConnection(request, (connection) => run(request, session, connection))
      : run(request, session),
};

function parseMigrate(line: CommandLine<MigrateOption>): MigrateRequest {
  // Here, the option is for the user of the entrances.
  const place = { ...placeOf(line), user: undefined };
  const file = line.text('filename');
  const everywhere = line.flag('all-namespaces');
  if (line.words.length > 0) {
    throw new UsageError('migrate takes no words: name Ingresses by -n, -A or -f');
  }
  if (everywhere && (file !== undefined || place.namespace !== undefined)) {
    throw new UsageError('migrate takes one of -A, -n and -f');
  }
  const source: Source = { file, everywhere, config: line.text('config') };
  return {
    ...place,
    source,
    engine: engineIn(line.text('engine')),
    apply: line.flag('apply'),
    proof: proofIn(line),
  };
}

function engineIn(name: string | undefined): Dialect | undefined {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '');
  const found = ENGINES.find((each) => plain(each.name) === plain(name ?? ''));
  if (name !== undefined && found === undefined) {
    throw new UsageError(`--engine: ${name} must be one of ${ENGINES.map((each) => each.name).join(', ')}`);
  }
  return found;
}

/** Whether the cluster is asked: files alone need none. */
function needsCluster({ source, apply }: MigrateRequest): boolean {
  return apply || source.file === undefined || (source.config !== undefined && isName(source.config));
}

/** Exit codes of `migrate`. */
const CODES = { done: 0, incomplete: 1 };

async function run(request: MigrateRequest, session: Session, connection?: Connection): Promise<number> {
  const { output } = session;
  const input = await readInput(request.source, request.namespace, connection);
  if (request.proof !== undefined) {
    return await prove(input, request.proof, session);
  }
  const found = migrate(input.objects, input.config);
  const migration = { ...found, notes: [...input.notes, ...found.notes] };
  if (request.apply && connection !== undefined) {
    for await (const line of applyRules(connection, migration)) {
      output.write(`${line}\n`);
    }
    return isWhole(migration) ? CODES.done : CODES.incomplete;
  }
  const engine = request.engine ?? (await presentEngine(request, connection));
  const notes = engine === undefined ? [...migration.notes, NO_ENGINE] : migration.notes;
  for (const line of printed({ ...migration, notes }, engine)) {
    output.write(`${line}\n`);
  }
  return isWhole(migration) ? CODES.done : CODES.incomplete;
}

/** Whether every Ingress of ingress-nginx has its rules. */
function isWhole({ ingresses }: Migration): boolean {
  return ingresses.every(({ problems }) => problems.length === 0);
}

const NO_ENGINE =
  'no engine is known, since no cluster with one tells: name it by --engine, to read what it does otherwise';

/** Milliseconds for what a cluster adds to a file. */
const PATIENCE_MS = 3000;

/** Dialect of the engine of the cluster; undefined where there is no such cluster, of which a file needs none. */
async function presentEngine(place: Place, connection: Connection | undefined): Promise<Dialect | undefined> {
  if (connection !== undefined) {
    return await engineOf(connection.client);
  }
  const deadline = new Deadline(PATIENCE_MS);
  try {
    // The namespace of a file is not one of the cluster.
    const found = withConnection({ ...place, namespace: 'default' }, ({ client }) =>
      engineOf(client, deadline.signal),
    );
    return await deadline.race(found);
  } catch {
    return undefined;
  } finally {
    deadline.clear();
  }
}

/** Dialect of the only engine of a cluster, as far as its GatewayClasses may be read. */
async function engineOf(client: KubeClient, signal?: AbortSignal): Promise<Dialect | undefined> {
  const classes = await tryRead(client.list(GATEWAY_CLASSES, signal === undefined ? {} : { signal }));
  const names = classes.type === 'found' ? classes.value.map(({ spec }) => spec.controllerName) : [];
  const engines = new Set(names.map(dialectOf));
  return engines.size === 1 ? [...engines][0] : undefined;
}
