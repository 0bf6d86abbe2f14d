/**
 * `npm run image`: builds Stoa's image without a container engine. Writes the image to `.stoa/image/stoa.tar`, its bill
 * of materials (CycloneDX) to `stoa.cdx.json` and the image of the example's components to `example.tar` beside it, and
 * prints digest, sizes and versions.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { UserError } from '../local/errors.ts';
import { repository } from '../local/repository.ts';
import { runMain, stopSignal } from '../runmain.ts';
import { EXAMPLE_IMAGE } from './example.ts';
import { buildImage, stoaImage } from './image.ts';

const USAGE = 'npm run image -- [--name=REPOSITORY:TAG] [--folder=FOLDER]';

async function main(): Promise<void> {
  const { name, folder } = parse(process.argv.slice(2));
  const began = performance.now();
  const archive = join(folder, 'stoa.tar');
  const stop = stopSignal();
  const { digest, size, runtime, bom } = await buildImage(stoaImage(name), archive, stop);
  const example = await buildImage(EXAMPLE_IMAGE, join(folder, 'example.tar'), stop);
  const sbom = join(folder, 'stoa.cdx.json');
  await writeFile(sbom, `${JSON.stringify(bom, null, 2)}\n`);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  const lines = [
    `${name} ${digest}`,
    `${archive}: ${(size / 1e6).toFixed(1)} MB, made in ${seconds} s`,
    `${sbom}: ${bom?.components.length} components`,
    `${example.archive}: ${EXAMPLE_IMAGE.names.join(', ')}, ${(example.size / 1e6).toFixed(1)} MB`,
    `Node ${runtime.node}; libraries: ${runtime.libraries.description}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function parse(args: readonly string[]): { readonly name: string; readonly folder: string } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        name: { type: 'string', default: 'stoa:dev' },
        folder: { type: 'string', default: join(repository.defaultState, 'image') },
      },
    });
    if (!/^[a-z0-9][-a-z0-9._/:]*:[\w][\w.-]{0,127}$/.test(values.name)) {
      throw new Error(`--name is "${values.name}": it must be a repository and a tag such as stoa:dev`);
    }
    return values;
  } catch (error) {
    throw new UserError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

await runMain(main);
