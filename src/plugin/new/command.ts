import type { KubeClient } from '../../kube/client.ts';
import { tryRead } from '../../kube/error.ts';
import { yamlOf } from '../../kube/yaml.ts';
import { ledgerOf, readOffered } from '../../names/ledger.ts';
import { isOffered, rangesText } from '../../names/ports.ts';
import { CONFIG_MAPS } from '../../objects/core.ts';
import { APPLICATIONS, type GatewayRule } from '../../objects/stoa.ts';
import { type Connection, withConnection } from '../connect.ts';
import { readText } from '../file.ts';
import { nameProblem } from '../name.ts';
import { type CommandLine, type PLACE_OPTIONS, type Place, placeOf, UsageError } from '../options.ts';
import { plainLine } from '../text/line.ts';
import type { Session, Verb } from '../verb.ts';
import { observeRule } from '../why/observe.ts';
import { ruleFacts } from '../why/rule.ts';
import { type FieldOption, type Fields, NEW_KINDS, type NewKind, newObject, requireFields } from './draft.ts';
import { valuesIn } from './values.ts';

type NewOption = (typeof PLACE_OPTIONS)[number] | FieldOption | 'apply';

/** An object to make, and whether it is written. */
interface NewRequest extends Place {
  readonly kind: NewKind;
  readonly name: string;
  readonly field: Fields;
  readonly apply: boolean;
}

/** `new`: prints a rule, an application or an install that the API server would accept, or creates it. */
export const newVerb: Verb<NewOption, NewRequest> = {
  parse: parseNew,
  async run(request, session) {
    return await withConnection(request, (connection) => make(connection, request, session));
  },
};

function parseNew(line: CommandLine<NewOption>): NewRequest {
  const [word, name, ...more] = line.words;
  const kind = NEW_KINDS.find((each) => each === word);
  if (kind === undefined || name === undefined || more.length > 0) {
    throw new UsageError(`new takes ${NEW_KINDS.join(', ')} and a name, such as: kubectl stoa new rule web`);
  }
  const problem = nameProblem(name);
  if (problem !== undefined) {
    throw new UsageError(problem);
  }
  const field: Fields = (option) => line.text(option);
  requireFields(kind, field);
  return { ...placeOf(line), kind, name, field, apply: line.flag('apply') };
}

/** Field manager of the objects that this verb creates. */
const FIELD_MANAGER = 'kubectl-stoa';

/** Makes the object, and reports what its rule would meet. Throws KubeError where the API server refuses it. */
async function make(
  connection: Connection,
  { kind, name, field, apply }: NewRequest,
  { output }: Session,
): Promise<number> {
  const { client, namespace } = connection;
  const freeId = kind === 'app' ? await freeApplicationId(connection) : 0;
  const file = field('values');
  const values = file === undefined ? undefined : valuesIn(await readText(file));
  const { resource, draft } = newObject(kind, { namespace, name }, field, { freeId, values });
  const written = await (apply ? client : client.dry()).create(resource, draft, FIELD_MANAGER);
  output.write(apply ? `${plainLine(`${resource.kind} ${namespace}/${name} is created`)}\n` : yamlOf(draft));
  if (kind === 'rule') {
    for (const remark of await remarksOn(connection, written as GatewayRule)) {
      output.write(`# ${plainLine(remark)}\n`);
    }
  }
  return 0;
}

/** Remarks on what a new rule refers to and cannot use. */
async function remarksOn({ client }: Connection, rule: GatewayRule): Promise<readonly string[]> {
  const observed = await observeRule(client, rule);
  // A dry run stores nothing, so that no list has the rule.
  const withRule = (rules: readonly GatewayRule[]) => [
    ...rules.filter(({ metadata }) => metadata.uid !== rule.metadata.uid),
    rule,
  ];
  const { siblings, competing } = observed;
  const facts = ruleFacts({ ...observed, siblings: withRule(siblings), competing: withRule(competing) });
  return [
    ...(await offerRemarks(client, rule)),
    ...facts.flatMap(({ finding, text }) => (finding === 'bad' ? [text] : [])),
  ];
}

/** ConfigMap of an operator that the chart installs; of one that is called otherwise, nothing is read. */
const LEDGER = ledgerOf({ namespace: 'stoa-system', leaderElection: { leaseName: 'stoa-operator' } });

/** Remark on a port that the gateway does not offer, as far as the user may read which ports it offers. */
async function offerRemarks(client: KubeClient, { spec: { tcp } }: GatewayRule): Promise<readonly string[]> {
  if (tcp === undefined) {
    return [];
  }
  const ledger = await tryRead(client.get(CONFIG_MAPS, LEDGER));
  const offered = ledger.type === 'found' ? readOffered(ledger.value.data ?? {}) : undefined;
  const { port } = tcp.endPoint;
  return offered === undefined || isOffered(port, offered)
    ? []
    : [`port ${port} is not among the ports that the gateway offers, which are ${rangesText(offered)}`];
}

/** The lowest number that no Application of the namespace has. */
async function freeApplicationId({ client, namespace }: Connection): Promise<number> {
  const applications = await client.list(APPLICATIONS, { namespace });
  const taken = new Set(applications.map(({ spec }) => spec.id));
  let free = 1;
  while (taken.has(free)) {
    free += 1;
  }
  return free;
}
