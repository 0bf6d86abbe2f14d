/** Entry point of the bundle: `src/main.ts`, with traces of errors that name the sources. */
import { followSources } from './traces.ts';

followSources(import.meta.dirname);
await import('../../src/main.ts');
