import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { terminalProgress } from '../../../../deploy/local/progress.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function recorder(terminal: { isTTY?: boolean; columns?: number }) {
  const written: string[] = [];
  return { ...terminal, written, write: (text: string) => written.push(text) };
}

test('elsewhere than on a terminal: a line at start, every 30 s, and at the end', () => {
  const stream = recorder({});
  const task = terminalProgress(stream).task('Building etcd');
  task.reached(0.457, 37);
  vi.advanceTimersByTime(65_000);
  task.done();
  vi.advanceTimersByTime(120_000);
  expect(stream.written).toEqual([
    'Building etcd\n',
    'Building etcd: 30 s, 45 %, about 40 s left\n',
    'Building etcd: 1 min, 45 %, about 40 s left\n',
    '✓ Building etcd (1 min 05 s)\n',
  ]);
});

test('elsewhere: a failure and more words at the end', () => {
  const stream = recorder({});
  const progress = terminalProgress(stream);
  progress.task('Download').failed('no such host');
  progress.task('Start').done('on port 1');
  progress.info('ready');
  expect(stream.written).toEqual([
    'Download\n',
    '✗ Download: no such host (0 s)\n',
    'Start\n',
    '✓ Start: on port 1 (0 s)\n',
    'ready\n',
  ]);
});

test('on a terminal one line is rewritten, and stays at the end', () => {
  const stream = recorder({ isTTY: true, columns: 120 });
  const task = terminalProgress(stream).task('Building etcd');
  vi.advanceTimersByTime(2_000);
  task.note('45 %');
  task.note('45 %');
  task.done();
  vi.advanceTimersByTime(10_000);
  const clear = '\r\u001b[2K';
  expect(stream.written).toEqual([
    `${clear}Building etcd: 0 s`,
    `${clear}Building etcd: 1 s`,
    `${clear}Building etcd: 2 s`,
    `${clear}Building etcd: 2 s, 45 %`,
    `${clear}✓ Building etcd (2 s)\n`,
  ]);
});

test('on a terminal other lines go above the running task, which is cut to the width', () => {
  const stream = recorder({ isTTY: true, columns: 10 });
  const progress = terminalProgress(stream);
  const task = progress.task('A long title');
  progress.info('a line longer than the terminal');
  task.failed('stopped');
  expect(stream.written.map((text) => text.replace('\r\u001b[2K', ''))).toEqual([
    'A long ti',
    'a line longer than the terminal\n',
    'A long ti',
    '✗ A long title: stopped (0 s)\n',
  ]);
});
