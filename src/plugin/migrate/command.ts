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
  const place = placeOf(line);
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
  const { objects, config } = await readInput(request.source, request.namespace, connection);
  if (request.proof !== undefined) {
    return await prove({ objects, config }, request.proof, session);
  }
  const migration = migrate(objects, config);
  if (request.apply && connection !== undefined) {
    for await (const line of applyRules(connection, migration)) {
      output.write(`${line}\n`);
    }
    return isWhole(migration) ? CODES.done : CODES.incomplete;
  }
  const engine = request.engine ?? (connection && (await presentEngine(connection.client)));
  for (const line of printed(migration, engine)) {
    output.write(`${line}\n`);
  }
  return isWhole(migration) ? CODES.done : CODES.incomplete;
}

/** Whether every Ingress of ingress-nginx has its rules. */
function isWhole({ ingresses }: Migration): boolean {
  return ingresses.every(({ problems }) => problems.length === 0);
}

/** Dialect of the only engine of a cluster, as far as its GatewayClasses may be read. */
async function presentEngine(client: KubeClient): Promise<Dialect | undefined> {
  const classes = await tryRead(client.list(GATEWAY_CLASSES));
  const names = classes.type === 'found' ? classes.value.map(({ spec }) => spec.controllerName) : [];
  const engines = new Set(names.map(dialectOf));
  return engines.size === 1 ? [...engines][0] : undefined;
}
