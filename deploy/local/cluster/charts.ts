import { placeRenderer } from '../binaries/renderer.ts';
import type { Run } from '../supervisor/run.ts';

/**
 * Provides the renderer of charts after other programs, so that its build takes no time from theirs. Nothing waits for it
 * or fails with it: only charts need it, and the operator looks for it when it renders one.
 */
export function provideRenderer(run: Run, programs: readonly Promise<string>[]): void {
  const { progress, signal } = run;
  const ended = Promise.all(programs).then(
    () => placeRenderer({ progress, signal }).catch((error: unknown) => tell(run, error)),
    () => undefined,
  );
  run.onClose(() => ended);
}

function tell({ progress, signal }: Run, error: unknown): void {
  if (!signal.aborted) {
    progress.info(`No chart can be rendered: ${error instanceof Error ? error.message : String(error)}`);
  }
}
