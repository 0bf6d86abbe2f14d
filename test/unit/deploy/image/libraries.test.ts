import { describe, expect, it } from 'vitest';
import { isNeeded, linkedFiles } from '../../../../deploy/image/libraries.ts';

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
