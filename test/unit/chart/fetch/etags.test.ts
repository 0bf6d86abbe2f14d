import { expect, it } from 'vitest';
import { Etags } from '../../../../src/chart/fetch/etags.ts';

it('has the latest answer to the same question, and none to another', () => {
  const etags = new Etags();
  const question = ['https://a.example.com/', 'Bearer one', { page: 1 }];
  etags.keep(question, '"1"', 'first');
  etags.keep(question, '"2"', 'second');
  expect(etags.find(['https://a.example.com/', 'Bearer one', { page: 1 }])).toEqual({
    etag: '"2"',
    answer: 'second',
  });
  expect(etags.find(['https://a.example.com/', undefined, { page: 1 }])).toBeUndefined();
});

it('forgets the oldest answers', () => {
  const etags = new Etags();
  for (let page = 0; page < 100; page++) {
    etags.keep([page], '"1"', page);
  }
  expect([0, 35, 36, 99].map((page) => etags.find([page])?.answer)).toEqual([undefined, undefined, 36, 99]);
});
