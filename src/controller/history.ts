/**
 * Error of an API server that is at an earlier time than this process has seen, since its etcd was restored. What this
 * process remembers has not happened: it must end, and start without memory.
 */
export class HistoryLostError extends Error {
  override readonly name = 'HistoryLostError';

  /** Error of a kind, or of one object, of which `seen` was read before `present`. */
  constructor(what: string, seen: string, present: string) {
    super(
      `${what} is at resource version ${present}, and was at ${seen} before: etcd was restored from an earlier state, so this process starts anew`,
    );
  }
}
