import { APPLICATIONS, type Application, GATEWAY_RULES, MARKET_INSTALLS } from '../../objects/stoa.ts';
import type { Connection } from '../connect.ts';
import { Refused } from '../failure.ts';
import type { Command } from '../options.ts';
import { type Figures, windowAt } from './figures.ts';
import { askFigures } from './rest.ts';
import { type ApplicationView, viewOf } from './view.ts';

/** What the user asked for. */
export type StatusCommand = Extract<Command, { type: 'status' }>;

/** Everything that one picture shows; the form of `-o json`. */
export interface Picture {
  readonly applications: readonly ApplicationView[];
  /** What there is to say beside the applications, such as why there are no figures. */
  readonly remarks: readonly string[];
}

/** Reads the applications that the user asked for. Throws Refused, and KubeError where the cluster does not answer. */
export async function takePicture(
  connection: Connection,
  command: StatusCommand,
  now: number,
): Promise<Picture> {
  const { client } = connection;
  const namespace = command.allNamespaces ? undefined : connection.namespace;
  const [all, rules, installs] = await Promise.all([
    client.list(APPLICATIONS, { namespace }),
    client.list(GATEWAY_RULES, { namespace }),
    client.list(MARKET_INSTALLS, { namespace }),
  ]);
  const applications = chosen(all, command.application, namespace);
  const { figures, remarks } = await figuresFor(connection, command, applications, now);
  const belongsTo =
    ({ metadata, spec }: Application) =>
    (each: (typeof rules)[number] | (typeof installs)[number]) =>
      each.metadata.namespace === metadata.namespace && each.spec.appId === spec.id;
  const views = applications.map((application) => {
    const own = belongsTo(application);
    const observed = { application, rules: rules.filter(own), installs: installs.filter(own) };
    return viewOf(observed, figures.get(application.metadata.uid) ?? new Map());
  });
  return { applications: views, remarks: [...emptiness(views, namespace), ...remarks] };
}

/** All applications, or those that have the name or, as the REST API takes it too, the id. */
function chosen(
  all: readonly Application[],
  wanted: string | undefined,
  namespace: string | undefined,
): readonly Application[] {
  const found = all.filter(
    ({ metadata, spec }) => wanted === undefined || metadata.name === wanted || String(spec.id) === wanted,
  );
  if (wanted !== undefined && found.length === 0) {
    const names = all.map(({ metadata }) => metadata.name).join(', ');
    throw new Refused(
      `the namespace ${namespace} has no application ${wanted}; it has ${names || 'none: look with -A, or name another by -n'}`,
    );
  }
  return found.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
}

function placeOf({ metadata }: Application): string {
  return `${metadata.namespace} ${metadata.name}`;
}

function emptiness(views: readonly ApplicationView[], namespace: string | undefined): string[] {
  return views.length > 0
    ? []
    : [
        namespace === undefined
          ? 'there are no applications'
          : `no applications in the namespace ${namespace}; -A looks in all`,
      ];
}

/** The figures of each application by its uid; one after the other, as the REST API has limits for a caller. */
async function figuresFor(
  connection: Connection,
  { figures: source }: StatusCommand,
  applications: readonly Application[],
  now: number,
) {
  const window = windowAt(now / 1000);
  const figures = new Map<string, ReadonlyMap<string, Figures>>();
  const remarks = new Set<string>();
  for (const application of applications) {
    const answer = await askFigures(connection, source, application, window);
    if (answer.type === 'figures') {
      figures.set(application.metadata.uid, answer.figures);
    } else {
      remarks.add(answer.why);
    }
  }
  return { figures, remarks };
}
