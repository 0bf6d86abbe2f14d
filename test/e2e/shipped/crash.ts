import type { ShippedCluster } from './shippedcluster.ts';

/**
 * Arguments of the Node of the image for a program that ends a process of Stoa from within its container through Node's
 * inspector: processes of a container cannot kill its first process, and the deletion of a pod begins with SIGTERM.
 */
export function crashing(pid: number): readonly string[] {
  return ['--input-type=module', `--eval=process._debugProcess(${pid});${CRASH}`];
}

/** Rest of that program. */
const CRASH = `
const page = async () => {
  for (;;) {
    const answer = await fetch('http://127.0.0.1:9229/json').catch(() => undefined);
    if (answer !== undefined) return (await answer.json())[0].webSocketDebuggerUrl;
  }
};
const inspector = new WebSocket(await page());
const params = { expression: 'process.abort()' };
// An exit would wait for this program to disconnect, and sometimes go on waiting.
inspector.onopen = () => inspector.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params }));
`;

/** Ends the process of a pod at once, so that it releases nothing and completes nothing. */
export async function crash({ kubectl }: ShippedCluster, namespace: string, pod: string): Promise<void> {
  const node = ['/usr/local/bin/node', ...crashing(1)];
  // All processes of a container end with its first one, so the exit code of exec varies.
  await kubectl('exec', `--namespace=${namespace}`, pod, '--', ...node).catch(() => undefined);
}
