import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from '../../../../deploy/local/repository.ts';
import { sectionOf } from '../../../../deploy/release/changelog.ts';

const CHANGELOG = `# Changelog

## [Unreleased]

### Added

- What comes next.

## [1.1.0] - 2026-02-01

### Fixed

- A fault.

## 1.0.0 - 2026-01-01

## [0.9.0]

### Added

[0.9.0]: https://example.com
`;

describe('the notes of a release', () => {
  it('are the section of its version', () => {
    expect(sectionOf(CHANGELOG, '1.1.0')).toBe('### Fixed\n\n- A fault.\n');
  });

  it.each([
    ['a version without a section', '1.2.0'],
    ['a version with an empty one', '1.0.0'],
    ['a version whose section has headings alone', '0.9.0'],
  ])('are what is unreleased for %s', (_, version) => {
    expect(sectionOf(CHANGELOG, version)).toBe('### Added\n\n- What comes next.\n');
  });

  it.each(['', '# Changelog\n', '## [Unreleased]\n\n### Added\n\n## [1.0.0]\n- A.\n'])(
    'are missed in %j',
    (text) => {
      expect(() => sectionOf(text, '1.2.0')).toThrow(
        'CHANGELOG.md says nothing of 1.2.0: write what changes for users below "## [1.2.0]" or "## [Unreleased]"',
      );
    },
  );

  it('are there for the next release of Stoa', async () => {
    const text = await readFile(join(repository.root, 'CHANGELOG.md'), 'utf8');
    expect(sectionOf(text, '99.0.0')).not.toBe('');
  });
});
