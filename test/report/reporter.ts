import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { cpuOf, machineTime } from './processes.ts';
import { type FileTimes, report, type Shared } from './table.ts';

/** Reporter that writes the duration of a run by file. */
export default class TimesReporter implements Reporter {
  #began = machineTime();
  #root = '';

  onInit({ config }: Vitest): void {
    this.#root = config.root;
  }

  onTestRunStart(): void {
    this.#began = machineTime();
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const { busy, passed } = machineTime();
    const seconds = passed - this.#began.passed;
    const cores = cpus().length;
    const run = {
      seconds,
      cores,
      busy: (busy - this.#began.busy) / (cores * seconds),
      files: modules.map(timesOf),
      shared: sharedBy(modules),
    };
    const projects = new Set(modules.map(({ project }) => project.name));
    const file = join('.stoa', 'test-times', `${[...projects].join('+')}.md`);
    mkdirSync(join(this.#root, dirname(file)), { recursive: true });
    writeFileSync(join(this.#root, file), report(run));
    process.stdout.write(`times of the test files: ${file}\n`);
  }
}

function timesOf(module: TestModule): FileTimes {
  const { setupDuration, prepareDuration, environmentSetupDuration, collectDuration, duration } =
    module.diagnostic();
  const loading = (setupDuration + prepareDuration + environmentSetupDuration + collectDuration) / 1000;
  const tests = [...module.children.allTests()]
    .map((test) => ({ name: test.fullName, seconds: (test.diagnostic()?.duration ?? 0) / 1000 }))
    .toSorted((one, other) => other.seconds - one.seconds);
  return {
    file: module.relativeModuleId,
    whole: loading + duration / 1000,
    loading,
    tests: tests.reduce((sum, { seconds }) => sum + seconds, 0),
    used: module.meta().used,
    slowest: tests[0],
  };
}

/** Usage of the cluster processes that the files share. */
function sharedBy([module]: readonly TestModule[]): Shared[] {
  const { cluster } = module?.project.getProvidedContext() ?? {};
  return Object.entries(cluster?.pids ?? {}).map(([name, pid]) => {
    const { own, children } = cpuOf(pid);
    return { name, seconds: own + children };
  });
}
