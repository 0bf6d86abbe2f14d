import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { repository } from '../../deploy/local/repository.ts';

/**
 * Path of a script in place of that of the sandbox, until the test ends. In its code, `answer` answers each frame with the
 * JSON of what a function makes of it.
 */
export async function sandboxScript(code: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-sandbox-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const script = join(folder, 'main.mjs');
  await writeFile(
    script,
    `import { framed, framesIn } from ${JSON.stringify(join(repository.root, 'src/chart/frames.ts'))};
async function answer(made) {
  for await (const frame of framesIn(process.stdin, 1e6)) {
    process.stdout.write(framed(Buffer.from(JSON.stringify(made(frame)))));
  }
}
${code}
`,
  );
  return script;
}
