import type { Progress } from '../../deploy/local/progress.ts';

const nothing = () => undefined;

/** Progress without output. */
export const silentProgress: Progress = {
  info: nothing,
  task: () => ({ note: nothing, reached: nothing, done: nothing, failed: nothing }),
};
