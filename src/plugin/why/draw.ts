import { span } from '../text/line.ts';
import type { Look } from '../text/look.ts';
import { drawTree, type TreeNode } from '../text/tree.ts';
import type { Explanation, Fact, RegardingEvent } from './explanation.ts';

/** Lines of an explanation; `now` is in milliseconds. Pure. */
export function drawExplanation(explanation: Explanation, now: number, look: Look): string[] {
  const { kind, namespace, name, ready, reason, means, says, todo, conditions, refersTo, events } =
    explanation;
  return drawTree(
    {
      line: [
        span(`${kind} ${namespace}/${name}`, 'strong'),
        span(ready ? ' is ready' : ' is not ready', ready ? 'good' : 'bad'),
        ...(ready ? [] : [span(`: ${reason}`)]),
      ],
      notes: [
        { text: means, tone: 'plain' as const },
        ...(says === '' ? [] : [{ text: `It says: ${says}`, tone: 'faint' as const }]),
        ...(todo === undefined ? [] : [{ text: `What to do: ${todo}`, tone: 'strong' as const }]),
      ],
      children: [
        ...group(
          'conditions',
          conditions.map((each) => factNode(each, look)),
        ),
        ...group(
          'what it refers to',
          refersTo.map((each) => factNode(each, look)),
        ),
        ...group(
          'events',
          events.map((each) => eventNode(each, now)),
        ),
      ],
    },
    look,
  );
}

function group(title: string, children: readonly TreeNode[]): TreeNode[] {
  return children.length === 0 ? [] : [{ line: [span(title, 'faint')], children }];
}

/** A mark with a text that is wrapped beside it. */
function factNode({ finding, text }: Fact, { glyphs }: Look): TreeNode {
  return { line: [span(`${glyphs.marks[finding]} `, finding)], text };
}

function eventNode({ at, type, reason, note }: RegardingEvent, now: number): TreeNode {
  const tone = type === 'Warning' ? ('bad' as const) : ('plain' as const);
  return { line: [span(`${ageOf(at, now)} ago `, 'faint'), span(`${reason} `, tone)], text: note };
}

/** Units of kubectl's ages in seconds, the largest first. */
const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
] as const;

function ageOf(at: string, now: number): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(at)) / 1000));
  const [unit, size] = UNITS.find(([, each]) => seconds >= each) ?? ['s', 1];
  return `${Math.floor(seconds / size)}${unit}`;
}
