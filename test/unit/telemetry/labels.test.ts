import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from '../../../deploy/local/repository.ts';

/** Labels of metrics whose values no team chooses: `host` and `workload` are those of the API server and of the engine. */
const COMMON = [
  ...['code', 'condition', 'controller', 'engine', 'field', 'host', 'kind', 'method', 'name', 'priority'],
  ...['problem', 'reason', 'region', 'resource', 'result', 'state', 'status', 'verb', 'workload'],
];

/** Files whose metrics name objects of teams. */
const OF_TEAMS = { 'src/gateway/metrics.ts': ['secret'] } as const;

it('of teams, metrics name the Secrets of certificates alone', () => {
  const files = readdirSync(join(repository.root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `src/${file}`);
  const found = files.flatMap((file) => {
    const text = readFileSync(join(repository.root, file), 'utf8');
    const lists = [...text.matchAll(/labelNames: \[([^\]]*)\]/g)];
    const labels = lists.flatMap(([, list = '']) =>
      [...list.matchAll(/'([^']*)'/g)].map(([, label]) => label),
    );
    return labels.map((label) => ({ file, label: label ?? '' }));
  });
  expect(found.length).toBeGreaterThan(20);
  const allowed = (file: string): readonly string[] => [
    ...COMMON,
    ...(OF_TEAMS[file as keyof typeof OF_TEAMS] ?? []),
  ];
  expect(found.filter(({ file, label }) => !allowed(file).includes(label))).toEqual([]);
});
