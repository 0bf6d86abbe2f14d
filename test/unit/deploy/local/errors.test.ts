import { expect, it } from 'vitest';
import { UserError, userMessage } from '../../../../deploy/local/errors.ts';

it('a mistake of the user is one line', () => {
  expect(userMessage(new UserError('first\nsecond'), '/state')).toBe('first second');
});

it('a fault of the file system names the path, or the state folder, and the way out', () => {
  const full = Object.assign(new Error('ENOSPC: …'), { code: 'ENOSPC', path: '/state/run.json' });
  const wayOut = 'put the state elsewhere with --state-dir=DIR or repair this';
  expect(userMessage(full, '/state')).toBe(`no space left: /state/run.json; ${wayOut}`);
  const denied = Object.assign(new Error('EACCES: …'), { code: 'EACCES' });
  expect(userMessage(denied, '/state')).toBe(`no permission: /state; ${wayOut}`);
});

it('a defect of the program comes with its stack', () => {
  const defect = new Error('broken');
  expect(userMessage(defect, undefined)).toBe(defect.stack);
  expect(userMessage('thrown', undefined)).toBe('thrown');
});
