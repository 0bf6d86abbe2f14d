import type { ComponentState, Phase } from '../../api/application.ts';
import { reasonInfo } from '../../api/reason.ts';
import type { Readiness } from '../../objects/readiness.ts';
import { type Span, span } from '../text/line.ts';
import type { Look, Tone } from '../text/look.ts';
import { cut, padded, widthOf } from '../text/measure.ts';
import { short, sparkline } from '../text/sparkline.ts';
import { drawTree, type TreeNode } from '../text/tree.ts';
import type { Series } from './figures.ts';
import type { ApplicationView, ComponentView, InstallView, RuleView, UnownedView } from './view.ts';

/** Content of a status: applications, rules of none, and remarks on all of them. */
interface Shown {
  readonly applications: readonly ApplicationView[];
  readonly unowned?: readonly UnownedView[];
  readonly remarks: readonly string[];
}

/** Lines of applications, and of rules of none, as trees, separated by empty lines, with remarks below. Pure. */
export function drawStatus({ applications, unowned = [], remarks }: Shown, look: Look): string[] {
  const nodes = [
    ...applications.map((each) => applicationNode(each, look)),
    ...unowned.map((each) => unownedNode(each, look)),
  ];
  const trees = nodes.map((each) => drawTree(each, look));
  const foot = remarks.map((text) => drawTree({ line: [], notes: [{ text, tone: 'faint' }] }, look).slice(1));
  return [...trees, ...foot].flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));
}

type Mark = keyof Look['glyphs']['marks'];

function applicationNode(view: ApplicationView, look: Look): TreeNode {
  const { namespace, name, id, displayName, phase, counts, readiness } = view;
  const layout = layoutOf(view.components, look);
  const counted = COUNTED.flatMap((what) =>
    counts?.[what].total ? [`  ${what} ${counts[what].summary}`] : [],
  );
  return {
    line: [
      span(`${namespace}/${name}`, 'strong'),
      ...(displayName === undefined ? [] : [span(` ${displayName}`)]),
      span(` (app ${id})`, 'faint'),
      ...(phase === undefined ? [] : [span('  '), span(phase, PHASE_TONES[phase])]),
      ...counted.map((text) => span(text)),
    ],
    notes: reasonInfo(readiness.reason)?.summary ? [] : noteOf(readiness),
    children: [
      ...view.components.map((each) => componentNode(each, layout, look)),
      ...view.otherRules.map((each) => ruleNode(each, look, `${each.component} `)),
      ...view.installs.map((each) => installNode(each, look)),
    ],
  };
}

/** Rules without an application, and how they get one. */
function unownedNode({ namespace, hasApplications, rules }: UnownedView, look: Look): TreeNode {
  const way = hasApplications
    ? 'name an application in spec.application of each rule, or in spec.components of the application its Service'
    : `make one for them: kubectl stoa new app NAME --apply -n ${namespace}`;
  return {
    line: [span(namespace, 'strong'), span(' rules without an application')],
    notes: [{ text: way, tone: 'faint' }],
    children: rules.map((each) => ruleNode(each, look, `${each.component} `)),
  };
}

const COUNTED = ['components', 'rules', 'installs'] as const;

const PHASE_TONES: Readonly<Record<Phase, Tone>> = {
  NIL: 'off',
  CLOSED: 'off',
  PARTIAL_ABNORMAL: 'bad',
  ABNORMAL: 'bad',
  STARTING: 'moving',
  STOPPING: 'moving',
  RUNNING: 'good',
};

const STATE_MARKS: Readonly<Record<ComponentState, Mark>> = {
  undeploy: 'off',
  closed: 'off',
  starting: 'moving',
  waiting: 'moving',
  running: 'good',
  upgrade: 'moving',
  abnormal: 'bad',
  some_abnormal: 'bad',
  stopping: 'moving',
  succeeded: 'good',
};

const READINESS_MARKS: Readonly<Record<Readiness['state'], Mark>> = {
  ready: 'good',
  progressing: 'moving',
  suspended: 'off',
  trouble: 'bad',
};

/** Column widths of the components of one application. */
interface Layout {
  readonly name: number;
  readonly state: number;
  readonly ready: number;
  /** Width of each of the two sparklines; 0 where there is no room. */
  readonly spark: number;
}

/** Columns of the longest name that is shown whole. */
const MAX_NAME = 24;

/** Columns of a sparkline. */
const SPARK = { least: 4, most: 20 };

/** Units and widest texts of the two figures. */
const RATE = { unit: ' req/s', widest: '9999 req/s' };
const LATENCY = { unit: ' ms', widest: '9999 ms' };

/** Columns of a component's line apart from name, state, ready and sparklines. */
const FIXED = '├─ ● '.length + 4 * '  '.length + ` ${RATE.widest} ${LATENCY.widest}`.length;

function layoutOf(components: readonly ComponentView[], { width }: Look): Layout {
  const widest = (texts: readonly string[]) => Math.max(0, ...texts.map(widthOf));
  const columns = {
    name: Math.min(MAX_NAME, widest(components.map(labelOf))),
    state: widest(components.map(({ state }) => state)),
    ready: widest(components.map(({ ready }) => ready)),
  };
  const room = (width ?? Number.POSITIVE_INFINITY) - FIXED - columns.name - columns.state - columns.ready;
  const spark = Math.min(SPARK.most, Math.floor(room / 2));
  return { ...columns, spark: spark < SPARK.least ? 0 : spark };
}

/** The id, preceded by the display name where that differs. */
function labelOf({ id, name }: ComponentView): string {
  return name === id ? id : `${name} (${id})`;
}

function componentNode(component: ComponentView, layout: Layout, look: Look): TreeNode {
  const { state, ready, message, figures, rules } = component;
  // A newer operator may know other states.
  const mark = STATE_MARKS[state] ?? 'off';
  const name = cut(labelOf(component), layout.name, look.glyphs.ellipsis);
  return {
    line: [
      ...marked(mark, look),
      span(padded(name, layout.name), 'strong'),
      span(`  ${padded(state, layout.state)}`, mark),
      span(`  ${padded(ready, layout.ready)}`),
      ...(figures === undefined
        ? []
        : [
            ...figure(figures.requestsPerSecond, RATE, layout, look),
            ...figure(figures.latencyMs, LATENCY, layout, look),
          ]),
    ],
    notes: message === undefined ? [] : [{ text: message, tone: 'bad' }],
    children: rules.map((each) => ruleNode(each, look)),
  };
}

function figure(
  { latest, samples }: Series,
  { unit, widest }: typeof RATE,
  { spark }: Layout,
  look: Look,
): Span[] {
  const drawn = sparkline(
    samples.map((each) => each ?? undefined),
    spark,
    look.glyphs.ramp,
  );
  const value = latest === null ? `-${unit}` : short(latest) + unit;
  return [
    span(spark === 0 ? ' ' : `  ${drawn}`, 'moving'),
    span(` ${padded(value, widest.length, 'before')}`, latest === null ? 'faint' : 'plain'),
  ];
}

function ruleNode({ name, from, only, port, readiness }: RuleView, look: Look, component = ''): TreeNode {
  const target = port === undefined ? [] : [span(` ${look.glyphs.arrow} ${component}${port}`)];
  return {
    line: [
      ...marked(READINESS_MARKS[readiness.state], look),
      span(from),
      ...target,
      ...only.map((each) => span(`  ${each}`, 'faint')),
      ...(name === from ? [] : [span(`  ${name}`, 'faint')]),
      ...reasonOf(readiness),
    ],
    notes: noteOf(readiness),
  };
}

function installNode(install: InstallView, look: Look): TreeNode {
  const { name, model, version, serving, wave, components, readiness } = install;
  const going = readiness.state !== 'ready' && wave !== undefined;
  return {
    line: [
      ...marked(READINESS_MARKS[readiness.state], look),
      span(`install ${name}`, 'strong'),
      span(`  ${model} ${version}`),
      ...(serving === undefined ? [] : [span(` (${serving} is in place)`, 'faint')]),
      ...(going ? [span(`  wave ${wave}`)] : []),
      ...(components === undefined ? [] : [span(`  ${components} ready`)]),
      ...reasonOf(readiness),
    ],
    notes: noteOf(readiness),
  };
}

function marked(mark: Mark, { glyphs }: Look): Span[] {
  return [span(glyphs.marks[mark], mark), span(' ')];
}

function reasonOf({ state, reason }: Readiness): Span[] {
  return state === 'ready' ? [] : [span(`  ${reason}`, READINESS_MARKS[state])];
}

function noteOf({ state, message }: Readiness): TreeNode['notes'] & object {
  return state === 'ready' ? [] : [{ text: message, tone: READINESS_MARKS[state] }];
}
