import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { originsOf, type Place, type SourceMap } from './sourcemap.ts';

/** Place in a script of a bundle. */
interface Frame extends Place {
  /** URL of the script. */
  readonly script: string;
  /** The place as traces spell it. */
  readonly text: string;
}

/**
 * Makes the traces of errors name the sources of the scripts in `folder`, by the maps beside them. V8 asks for a trace
 * when somebody reads it, as a log does. Nothing is read before that, while `node --enable-source-maps` reads all maps
 * at start, which takes 33 MiB and 0.25 s of CPU.
 */
export function followSources(folder: string): void {
  const prefix = `${pathToFileURL(folder)}/`;
  // As many as the places in code at which an error was seen.
  const origins = new Map<string, string>();
  Error.prepareStackTrace = (error, calls) => {
    const frames = calls.map((call) => frameOf(call, prefix));
    const unknown = frames.flatMap((frame) => (frame && !origins.has(frame.text) ? [frame] : []));
    for (const [text, origin] of findOrigins(unknown)) {
      origins.set(text, origin);
    }
    const lines = calls.map((call, index) => {
      const text = frames[index]?.text ?? '';
      return `    at ${String(call).replace(text, () => origins.get(text) ?? text)}`;
    });
    return [titleOf(error), ...lines].join('\n');
  };
}

function frameOf(call: NodeJS.CallSite, prefix: string): Frame | undefined {
  const [script, line, column] = [call.getFileName(), call.getLineNumber(), call.getColumnNumber()];
  return script?.startsWith(prefix) && line !== null && column !== null
    ? { script, line, column, text: `${script}:${line}:${column}` }
    : undefined;
}

/** Pairs of a place as traces spell it and its origin, which is the place itself where the map does not tell. */
function findOrigins(frames: readonly Frame[]): readonly (readonly [string, string])[] {
  return [...Map.groupBy(frames, ({ script }) => script)].flatMap(([script, places]) => {
    const found = originsOf(mapOf(script), places);
    return places.map(({ text }, index) => [text, found[index] ?? text] as const);
  });
}

/** Map of a script; an empty one if it cannot be read, because an error must not hide another one. */
function mapOf(script: string): SourceMap {
  try {
    return JSON.parse(readFileSync(`${fileURLToPath(script)}.map`, 'utf8')) as SourceMap;
  } catch {
    return { sources: [], mappings: '' };
  }
}

/** First line of a trace. */
function titleOf(error: Error): string {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
}
