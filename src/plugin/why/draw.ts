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
      ],
      children: [
        ...group(
          'conditions',
          conditions.map((each) => factNode(withoutSaid(each, says), look)),
        ),
        ...group(
          'what it refers to',
          refersTo.filter((each) => !isSaid(each, says)).map((each) => factNode(each, look)),
        ),
        ...group(
          'events',
          events.map((each) => eventNode(each.note === says ? { ...each, note: '' } : each, now)),
        ),
        // The last line is the one that people read first.
        ...(todo === undefined ? [] : [{ line: [span('What to do: ', 'strong')], text: todo }]),
      ],
    },
    look,
  );
}

/** A condition without its message where the object says the same. */
function withoutSaid(fact: Fact, says: string): Fact {
  const end = `: ${says}`;
  return says !== '' && fact.text.endsWith(end) ? { ...fact, text: fact.text.slice(0, -end.length) } : fact;
}

/** Whether the object says the same as a fact, though it names the application of a component, too. */
function isSaid({ finding, text }: Fact, says: string): boolean {
  return finding === 'bad' && says.replace(/ of application \d+/, '').includes(text);
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
  const beside = note === '' ? reason : `${reason} `;
  return { line: [span(`${ageOf(at, now)} ago `, 'faint'), span(beside, tone)], text: note };
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
