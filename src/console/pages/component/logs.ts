import type { Pod } from '../../api/types.ts';

/** Command that shows what the last container of a pod wrote before it ended; empty where none has ended. */
export function logsCommand({ name, restarts, message }: Pod): string {
  const [, container = '', exit] = /^container (\S+) of pod \S+( exited)?/.exec(message) ?? [];
  const of = container === '' ? '' : ` -c ${container}`;
  return restarts === 0 && exit === undefined
    ? ''
    : `kubectl logs ${name}${of}${restarts > 0 ? ' --previous' : ''}`;
}
