import type { MonitoredComponent } from './component.ts';
import type { Answer, Sample } from './response.ts';

/** How an item of a component fares, as `status` in answers says it. */
export type ItemStatus =
  /** The values are there. */
  | 'success'
  /** Prometheus has nothing for the component. */
  | 'no-data'
  /** Prometheus warns that the values may not be all. */
  | 'partial'
  /** No Prometheus is configured. */
  | 'not-configured'
  | Exclude<Answer['type'], 'answered'>;

/** An item and what the question for it came to; `not-asked` where there was nothing to ask for. */
export interface ItemAnswer {
  readonly item: string;
  readonly answer: Answer | { readonly type: 'not-asked' } | { readonly type: 'not-configured' };
}

/** One item of a component. */
export interface ItemReport {
  readonly item: string;
  readonly status: ItemStatus;
  /** The samples of each series; empty where there are none. */
  readonly series: readonly (readonly Sample[])[];
}

/** What is known of a component. */
export interface ComponentReport {
  readonly component: MonitoredComponent;
  readonly items: readonly ItemReport[];
}

/** The reports of the components that were asked for, in their order; every item is in each. Pure. */
export function reportsOf(
  components: readonly MonitoredComponent[],
  answers: readonly ItemAnswer[],
): readonly ComponentReport[] {
  const itemsAt = answers.map(({ item, answer }) => {
    const series =
      answer.type === 'answered'
        ? Map.groupBy(answer.series, ({ component }) => component)
        : new Map<string, undefined>();
    return (index: number): ItemReport => {
      const own = (series.get(String(index)) ?? []).map(({ samples }) => samples);
      const found = own.filter((samples) => samples.length > 0);
      return { item, status: statusOf(answer, found.length > 0), series: found };
    };
  });
  return components.map((component, index) => ({ component, items: itemsAt.map((itemAt) => itemAt(index)) }));
}

function statusOf(answer: ItemAnswer['answer'], found: boolean): ItemStatus {
  switch (answer.type) {
    case 'answered':
      if (answer.partial) {
        return 'partial';
      }
      return found ? 'success' : 'no-data';
    case 'not-asked':
      return 'no-data';
    default:
      return answer.type;
  }
}

/** Why not one of the questions was answered, where Prometheus is not there or too slow for all of them. Pure. */
export function outageOf(answers: readonly ItemAnswer[]): 'unreachable' | 'too-slow' | undefined {
  const asked = answers.map(({ answer }) => answer.type).filter((type) => type !== 'not-asked');
  if (asked.length === 0 || asked.some((type) => type !== 'unreachable' && type !== 'too-slow')) {
    return undefined;
  }
  return asked.includes('unreachable') ? 'unreachable' : 'too-slow';
}
