import { firstFew } from '../../base/text.ts';
import { span } from '../text/line.ts';
import type { Look, Tone } from '../text/look.ts';
import { drawTree, type TreeNode } from '../text/tree.ts';
import type { RoutePlace, WhoReport } from './report.ts';

/** Most GatewayRules that are named. */
const MOST_RULES = 3;

/** Lines of a report. Pure. */
export function drawReport(report: WhoReport, look: Look): string[] {
  const { request, answers, gateway, engine, listener, route, runnerUp, why, notes } = report;
  const by = engine === '' ? '' : ` (${engine})`;
  return drawTree(
    {
      line: [span(request, 'strong'), span(` ${VERDICTS[answers].text}`, VERDICTS[answers].tone)],
      children: [
        row('Gateway', `${gateway}${by}`),
        ...(listener === undefined ? [] : [row('listener', listener)]),
        ...(route === undefined ? [] : [row('route', placeText(route))]),
        ...(report.filters.length === 0 ? [] : [row('filters', report.filters.join(', '))]),
        ...report.backends.map(backendRow),
        ...(runnerUp === undefined ? [] : [row('runner-up', placeText(runnerUp))]),
        row('why', why),
        ...notes.map((note) => row('note', note)),
      ],
    },
    look,
  );
}

const VERDICTS: Readonly<Record<WhoReport['answers'], { readonly text: string; readonly tone: Tone }>> = {
  backend: { text: 'is answered by a backend', tone: 'good' },
  redirect: { text: 'is answered by a redirect', tone: 'good' },
  error: { text: 'gets an error', tone: 'bad' },
  nobody: { text: 'is answered by no route', tone: 'bad' },
};

function row(title: string, text: string): TreeNode {
  return { line: [span(`${title.padEnd('runner-up'.length)} `, 'faint')], text };
}

function backendRow({
  kind,
  namespace,
  name,
  port,
  percent,
  problem,
}: WhoReport['backends'][number]): TreeNode {
  const at = port === undefined ? '' : ` port ${port}`;
  const but = problem === undefined ? '' : `: ${problem}`;
  return row('backend', `${kind} ${namespace}/${name}${at}, ${percent} %${but}`);
}

function placeText({ kind, namespace, name, rule, gatewayRules }: RoutePlace): string {
  const of = gatewayRules.length === 0 ? '' : `, of GatewayRule ${firstFew(gatewayRules, MOST_RULES, ', ')}`;
  return `${kind} ${namespace}/${name}, spec.rules[${rule}]${of}`;
}
