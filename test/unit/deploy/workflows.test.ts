import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const folder = new URL('../../../.github/workflows/', import.meta.url);

/** A step of a job, as far as it is checked. */
interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

/** A workflow, as far as it is checked. */
interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}

const WORKFLOWS = readdirSync(folder).map((name) => {
  const text = readFileSync(new URL(name, folder), 'utf8');
  const workflow = parse(text) as Workflow;
  return [
    name,
    { text, workflow, steps: Object.values(workflow.jobs).flatMap(({ steps }) => steps) },
  ] as const;
});

describe.each(WORKFLOWS)('%s', (_, { text, workflow, steps }) => {
  const actions = text.split('\n').filter((line) => /\buses:/.test(line));

  it.each(actions)('%s names an action by its commit, and its version for people', (line) => {
    expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('has no permission by default but to read', () => {
    expect(Object.values(workflow.permissions ?? { all: 'write' }).filter((each) => each !== 'read')).toEqual(
      [],
    );
  });

  it('leaves no token of a checkout for later steps', () => {
    const checkouts = steps.filter(({ uses = '' }) => uses.startsWith('actions/checkout@'));
    expect(checkouts.length).toBeGreaterThan(0);
    expect(checkouts.map((step) => step.with?.['persist-credentials'])).toEqual(checkouts.map(() => false));
  });

  it('puts no expression into a script, which would run what it says', () => {
    expect(steps.filter(({ run = '' }) => run.includes('${{'))).toEqual([]);
  });
});

it('all workflows use the same version of an action', () => {
  const used = new Set(
    WORKFLOWS.flatMap(([, { text }]) => text.match(/[\w-]+\/[\w-]+@[0-9a-f]{40} # \S+/g) ?? []),
  );
  const names = [...used].map((each) => each.split('@')[0]);
  expect(names).toEqual([...new Set(names)]);
  expect(used.size).toBeGreaterThan(0);
});
