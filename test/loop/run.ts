/**
 * Implementation of `npm run test:unit` and `npm run test:cluster`: runs the test files whose names contain a given
 * text; cluster tests use the cluster of `npm start` if it is running and suitable.
 */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { configDefaults } from 'vitest/config';
import { startVitest } from 'vitest/node';
import { type BinaryName, CATALOGUE } from '../../deploy/local/binaries/catalogue.ts';
import { ensureBinaries } from '../../deploy/local/binaries/ensure.ts';
import { placeRenderer } from '../../deploy/local/binaries/renderer.ts';
import { UsageError } from '../../deploy/local/cluster/options.ts';
import { UserError } from '../../deploy/local/errors.ts';
import { terminalProgress } from '../../deploy/local/progress.ts';
import { repository } from '../../deploy/local/repository.ts';
import { stateFolder } from '../../deploy/local/supervisor/statefolder.ts';
import { nameOf, parseSelection, type Selection, select } from './options.ts';
import { refresh } from './running.ts';

/** Folders of `test` with further files of a project. */
const BESIDE: Readonly<Record<Selection['project'], readonly string[]>> = { unit: [], cluster: ['hostile'] };

/** Files that would disturb the user of a cluster: `documents` deletes all rules of the example's team. */
const UNFIT = ['documents'];

async function main(): Promise<void> {
  const selection = parseSelection(process.argv.slice(2));
  const { project, watch, report } = selection;
  const folder = join(repository.root, 'test', project);
  const files = select(filesOf(project), selection);
  if (project === 'cluster') {
    const whole = selection.pieces.length === 0 ? 'all files' : undefined;
    await prepareCluster(whole ?? files.map(nameOf).find((name) => UNFIT.includes(name)));
  }
  const { forceRerunTriggers } = configDefaults;
  // The processes of a cluster run files that no test imports.
  const triggers = project === 'cluster' ? [join(repository.root, 'src/**')] : [];
  await startVitest(
    files.map((file) => join(folder, file)),
    {
      project,
      watch,
      root: repository.root,
      forceRerunTriggers: [...forceRerunTriggers, ...triggers],
      ...(report !== undefined && { reporters: ['default', ['json', { outputFile: report }]] }),
    },
    // Files of a cluster's state are not sources.
    { server: { watch: watch ? { ignored: ['**/.stoa/**'] } : null } },
  );
}

/** Test files of a project, as paths within its folder; those of folders beside it begin with `../`. */
function filesOf(project: Selection['project']): readonly string[] {
  const patterns = ['**/*.test.ts', ...BESIDE[project].map((folder) => `../${folder}/**/*.test.ts`)];
  return globSync(patterns, { cwd: join(repository.root, 'test', project) }).toSorted();
}

/** Sets the cluster for the setup of the tests: none if the setup must start one. */
async function prepareCluster(needsOwn: string | undefined): Promise<void> {
  const state = stateFolder(repository.defaultState);
  const verdict = needsOwn === undefined ? await refresh(state, say) : undefined;
  if (verdict === undefined || verdict.kind === 'unfit') {
    say(
      `Starting a cluster for these tests: ${verdict?.because ?? `${needsOwn} needs a cluster of its own`}`,
    );
    const names = Object.keys(CATALOGUE) as BinaryName[];
    const progress = terminalProgress(process.stderr);
    await ensureBinaries({ names, progress });
    await placeRenderer({ progress });
    return;
  }
  process.env.STOA_RUNNING = state.folder;
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof UserError)) {
    throw error;
  }
  say(`stoa: ${error.message}`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
