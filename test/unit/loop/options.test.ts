import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../deploy/local/cluster/options.ts';
import { parseSelection, select } from '../../loop/options.ts';

/** Error message of some code; a user must see exactly one line. */
function failure(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    expect((error as Error).message).not.toContain('\n');
    return (error as Error).message;
  }
  throw new Error('it did not fail');
}

describe('the arguments', () => {
  it.each([
    [['unit'], { project: 'unit', pieces: [], watch: false }],
    [['cluster', 'rule'], { project: 'cluster', pieces: ['rule'], watch: false }],
    [['cluster', 'rule', 'tls', '--watch'], { project: 'cluster', pieces: ['rule', 'tls'], watch: true }],
    [
      ['cluster', '--report=out.json', 'rule'],
      { project: 'cluster', pieces: ['rule'], watch: false, report: 'out.json' },
    ],
    [['unit', '--watch', 'decide'], { project: 'unit', pieces: ['decide'], watch: true }],
  ])('%j', (args, selection) => {
    expect(parseSelection(args)).toEqual(selection);
  });

  it.each([
    [[], 'unit or cluster'],
    [['bench'], 'unit or cluster'],
    [
      ['unit', '--wacth'],
      'unknown option --wacth: npm run test:unit -- [PIECE OF A NAME ...] [--watch] [--report=FILE]',
    ],
    [['cluster', '--watch=yes'], 'unknown option --watch=yes'],
    [['cluster', '--report'], 'unknown option --report'],
    [['cluster', '-t', 'rule'], 'unknown option -t'],
    [['cluster', '--', '--watch'], 'unknown option --:'],
    [['cluster', ''], 'a piece of a name'],
  ])('%j are rejected', (args, message) => {
    expect(failure(() => parseSelection(args))).toContain(message);
  });
});

describe('of the files', () => {
  const files = ['install-key', 'install', 'rest-rules', 'rule', 'sub/rule'].map((name) => `${name}.test.ts`);
  const chosen = (...pieces: string[]) => select(files, { project: 'cluster', pieces, watch: false });

  it.each([
    [[], files],
    [['rul'], ['rest-rules.test.ts', 'rule.test.ts', 'sub/rule.test.ts']],
    [['rule'], ['rule.test.ts']],
    [['install'], ['install.test.ts']],
    [['install-'], ['install-key.test.ts']],
    [['sub/'], ['sub/rule.test.ts']],
    [['rule.test.ts'], ['rule.test.ts']],
    [['test/cluster/sub/rule.test.ts'], ['sub/rule.test.ts']],
    [
      ['rest', 'rule'],
      ['rest-rules.test.ts', 'rule.test.ts'],
    ],
    [
      ['rule', 'rul', 'rule'],
      ['rest-rules.test.ts', 'rule.test.ts', 'sub/rule.test.ts'],
    ],
  ])('%j selects each file once, in their order', (pieces, expected) => {
    expect(chosen(...pieces)).toEqual(expected);
  });

  it('a piece without match leads to the list of files', () => {
    expect(failure(() => chosen('rule', 'route'))).toBe(
      'no file of test/cluster has "route" in its name; there are install-key, install, rest-rules, rule, sub',
    );
  });
});
