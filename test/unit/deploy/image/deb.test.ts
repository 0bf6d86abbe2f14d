import { describe, expect, it } from 'vitest';
import { memberOf } from '../../../../deploy/image/deb.ts';

describe('a member of an ar archive', () => {
  const member = (name: string, content: string) =>
    `${name.padEnd(48)}${String(content.length).padEnd(10)}\`\n${content}${content.length % 2 ? '\n' : ''}`;
  const deb = Buffer.from(`!<arch>\n${member('debian-binary', '2.0')}${member('data.tar.xz', 'packed')}`);

  it('is found behind one of an odd length', () => {
    const { name, content } = memberOf(deb, 'data.tar');
    expect([name, content.toString()]).toEqual(['data.tar.xz', 'packed']);
  });

  it('is missed by name', () => {
    expect(() => memberOf(deb, 'control.tar')).toThrow('control.tar');
    expect(() => memberOf(Buffer.from('<html>'), 'data.tar')).toThrow('no ar archive');
  });
});
