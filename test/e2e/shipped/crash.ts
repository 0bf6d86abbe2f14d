import type { World } from './world.ts';

/**
 * Runs beside a process of Stoa in its container, and ends it from within by the inspector of Node: the first process
 * of a container cannot be killed by those in it, and whoever deletes a pod asks the process to end first.
 */
const CRASH = `
process._debugProcess(1);
const page = async () => {
  for (;;) {
    const answer = await fetch('http://127.0.0.1:9229/json').catch(() => undefined);
    if (answer !== undefined) return (await answer.json())[0].webSocketDebuggerUrl;
  }
};
const inspector = new WebSocket(await page());
const params = { expression: 'process.reallyExit(137)' };
inspector.onopen = () => {
  inspector.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params }));
  // The process waits for that before it ends.
  inspector.close();
};
`;

/** Ends the process of a pod at once, so that it gives nothing up and finishes nothing. */
export async function crash({ kubectl }: World, namespace: string, pod: string): Promise<void> {
  const node = ['/usr/local/bin/node', '--input-type=module', `--eval=${CRASH}`];
  // What runs in the container ends with its first process, however that may be told.
  await kubectl('exec', `--namespace=${namespace}`, pod, '--', ...node).catch(() => undefined);
}
