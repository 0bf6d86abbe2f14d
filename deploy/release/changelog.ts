import { UserError } from '../local/errors.ts';

/**
 * Text of the section of a version in a changelog (Keep a Changelog), else of the section Unreleased. Throws a UserError
 * if neither has any.
 */
export function sectionOf(changelog: string, version: string): string {
  const sections = new Map(
    changelog
      .split(/^## /m)
      .slice(1)
      .map((section) => {
        const end = section.indexOf('\n');
        return [titleOf(section.slice(0, end)), contentOf(section.slice(end))] as const;
      }),
  );
  const found = sections.get(version) || sections.get('Unreleased');
  if (!found) {
    throw new UserError(
      `CHANGELOG.md says nothing of ${version}: write what changes for users below "## [${version}]" or "## [Unreleased]"`,
    );
  }
  return `${found}\n`;
}

/** Version in a heading such as `[1.2.3] - 2026-01-31`. */
function titleOf(heading: string): string {
  return /^\[?([^\]\s]*)/.exec(heading)?.[1] ?? '';
}

/** Text of a section; empty where it has headings alone. */
function contentOf(section: string): string {
  const lines = section.split('\n').filter((line) => line.trim() !== '' && !/^(#|\[[^\]]*\]:)/.test(line));
  return lines.length === 0 ? '' : section.trim();
}
