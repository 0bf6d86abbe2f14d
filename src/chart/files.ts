import { extname, join } from 'node:path';
import type { SandboxFiles } from './sandboxprocess.ts';

/** Name of the module of the engine. */
export const ENGINE_FILE = 'renderer.wasm';

/** Files of the sandbox, which stand beside this file in the sources, and beside the script that has it in a bundle. */
export function rendererFiles(): SandboxFiles {
  const { dirname, filename } = import.meta;
  return {
    script: join(dirname, 'sandbox', `main${extname(filename)}`),
    module: join(dirname, ENGINE_FILE),
  };
}
