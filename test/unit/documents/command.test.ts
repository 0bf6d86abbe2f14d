import { describe, expect, it } from 'vitest';
import { commandsOf, withoutComment } from '../../documents/command.ts';
import { readPage } from '../../documents/page.ts';

function commands(...blocks: readonly (readonly [language: string, text: string])[]) {
  const fenced = blocks.map(([language, text]) => `\`\`\`${language}\n${text}\n\`\`\`\n`);
  return commandsOf(readPage(fenced.join('\n')));
}

describe('a command ends with its line, unless', () => {
  it.each([
    ['a backslash', 'curl -X POST "$STOA" \\\n  -H "a: b"'],
    ['a quote', 'curl -d \'{\n  "a": 1\n}\''],
    ['a double quote', 'echo "one\n\\" two"'],
    ['a here-document', "kubectl apply -f - <<END\nname: it's # here\nEND"],
    ['a quoted here-document', "cat <<'END' | wc\n$A\nEND"],
  ])('%s continues it', (_, text) => {
    expect(commands(['sh', `${text}\necho next`]).map((each) => each.text)).toEqual([text, 'echo next']);
  });
});

it('comments and blank lines are left out, and lines are counted', () => {
  const text = "# it's a start\n\nkubectl get gr # and 'goes on\n\nnpm test";
  expect(commands(['sh', text])).toEqual([
    { text: "kubectl get gr # and 'goes on", line: 4, section: '' },
    { text: 'npm test', line: 6, section: '' },
  ]);
});

it('a block directly below is the output of the last command', () => {
  const [one, other] = commands(['sh', 'one\nother'], ['text', 'output'], ['json', '{}']);
  expect(one).not.toHaveProperty('shows');
  expect(other).toMatchObject({ text: 'other', shows: 'output' });
});

it('blocks of other languages are neither commands nor output', () => {
  expect(commands(['sh', 'one'], ['yaml', 'a: 1'], ['json', '{}'])).toEqual([
    { text: 'one', line: 2, section: '' },
  ]);
});

it('a command without end is rejected', () => {
  expect(() => commands(['sh', 'one\ncurl -d "'])).toThrow('line 3: the command has no end');
});

it('a trailing comment is not part of the command', () => {
  expect(withoutComment('npm start -- --detach   # here')).toBe('npm start -- --detach');
});
