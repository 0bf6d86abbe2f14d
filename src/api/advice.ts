import type { Condition } from './condition.ts';
import { reasonInfo } from './reason.ts';

/** Meaning of a reason in plain text, and the action that resolves it, if there is one. */
interface Advice {
  readonly means: string;
  readonly todo?: string;
}

const OF_ENGINE: Advice = {
  means: 'The gateway engine does not accept the route. The message quotes the engine.',
  todo: 'Look the message up in the documentation of the engine, or check its log.',
};

/** Advice for a reason; for one that Stoa does not set, that it is the engine's. */
export function adviceFor(reason: string): Advice {
  const info = reasonInfo(reason);
  if (info === undefined) {
    return OF_ENGINE;
  }
  const { means, todo } = info;
  return { means: plain(means), ...(todo === undefined ? {} : { todo: plain(todo) }) };
}

function plain(markdown: string): string {
  return markdown.replaceAll('`', '');
}

/** Remedy for what a condition remarks although it holds; undefined where there is none. */
export function remarkRemedy({ status, reason }: Pick<Condition, 'status' | 'reason'>): string | undefined {
  return status === 'True' && reasonInfo(reason) !== undefined ? adviceFor(reason).todo : undefined;
}

/** Remedy for a condition, whether it holds with a remark or does not; undefined where there is none. */
export function conditionRemedy(condition: Pick<Condition, 'status' | 'reason'>): string | undefined {
  return condition.status === 'True' ? remarkRemedy(condition) : adviceFor(condition.reason).todo;
}
