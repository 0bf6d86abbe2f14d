import { describe, expect, it } from 'vitest';
import { memberOf } from '../../../deploy/image/deb.ts';
import { isNeeded, linkedFiles } from '../../../deploy/image/libraries.ts';

describe('what a program is linked with', () => {
  it('is read from ldd, without what the kernel brings', () => {
    const said = [
      '\tlinux-vdso.so.1 (0x00007f5491df0000)',
      '\tlibstdc++.so.6 => /usr/lib/x86_64-linux-gnu/libstdc++.so.6 (0x00007f5491a00000)',
      '\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f549181e000)',
      '\t/lib64/ld-linux-x86-64.so.2 (0x00007f5491df2000)',
      '',
    ];
    expect(linkedFiles(said.join('\n'))).toEqual([
      '/usr/lib/x86_64-linux-gnu/libstdc++.so.6',
      '/lib/x86_64-linux-gnu/libc.so.6',
      '/lib64/ld-linux-x86-64.so.2',
    ]);
  });

  it('is known by name', () => {
    const names = [
      'libc.so.6',
      'libstdc++.so.6',
      'libgcc_s.so.1',
      'ld-linux-x86-64.so.2',
      'ld-linux-aarch64.so.1',
      'libcrypt.so.1',
      'libstdc++.so.6.0.30-gdb.py',
    ];
    expect(names.filter(isNeeded)).toEqual(names.slice(0, 5));
  });
});

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
