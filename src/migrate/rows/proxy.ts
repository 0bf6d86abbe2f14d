import type { Configuration } from '../../api/gatewayrule.ts';
import type { Policy } from '../../api/policy.ts';
import type { ClaimedField } from '../../engines/fields.ts';
import { BAD, type Reading, type Row, type Rows, reading, SAME } from '../row.ts';
import { bytesIn, numberIn } from '../values.ts';

const MIB = 1024 ** 2;

/** Annotations on sizes, buffers, times and tries. */
export const PROXY_ROWS: Rows = {
  'proxy-body-size': setting(
    'proxyBodySize',
    readBodySize,
    'in whole MiB; the default of 1 MiB is not written, since some engines hold streams back for a limit',
  ),
  'proxy-buffering': setting('proxyBuffering', readBuffering),
  'proxy-buffers-number': setting('proxyBufferNumbers', (value) =>
    numeric(value, (proxyBufferNumbers) => ({ proxyBufferNumbers })),
  ),
  'proxy-buffer-size': setting('proxyBufferSize', readBufferSize, 'in whole KiB'),
  'proxy-connect-timeout': setting('proxyConnectTimeout', (value) =>
    numeric(value, (proxyConnectTimeout) => ({ proxyConnectTimeout })),
  ),
  'proxy-read-timeout': setting('proxyReadTimeout', (value) =>
    numeric(value, (proxyReadTimeout) => ({ proxyReadTimeout })),
  ),
  'proxy-send-timeout': setting('proxySendTimeout', (value) =>
    numeric(value, (proxySendTimeout) => ({ proxySendTimeout })),
  ),
  'proxy-next-upstream': {
    verdict: 'field',
    field: 'http.policy.retry',
    feature: 'http.policy.retry',
    how: '`error` and `timeout` without codes, `http_503` as a code; without the annotation, no request is sent again',
    bad: 'ignored',
    read: (value, { other }) => readRetry(value, other('proxy-next-upstream-tries') ?? '3'),
  },
  'proxy-next-upstream-tries': {
    verdict: 'with',
    of: ['proxy-next-upstream'],
    how: 'one less as `attempts`',
  },
  'proxy-next-upstream-timeout': {
    verdict: 'refused',
    why: 'a rule limits each try, and the request as a whole, but not all tries together',
    instead: 'set spec.http.policy.timeouts',
    made: true,
    unless: ['0'],
  },
};

function setting(
  name: Exclude<keyof Configuration, 'setHeaders'>,
  read: (value: string) => Reading,
  how?: string,
): Row {
  const field: ClaimedField = `http.configuration.${name}`;
  return {
    verdict: 'field',
    field,
    feature: field,
    ...(how === undefined ? {} : { how }),
    bad: 'ignored',
    read,
  };
}

function numeric(value: string, settingOf: (value: number) => Configuration): Reading {
  const number = numberIn(value);
  return number === undefined ? BAD : reading({ configuration: settingOf(number) });
}

function readBodySize(value: string): Reading {
  const bytes = bytesIn(value);
  if (bytes === undefined) {
    return BAD;
  }
  const size = Math.ceil(bytes / MIB);
  const note = bytes % MIB === 0 ? undefined : `rounded up to ${size} MiB: a rule has whole MiB`;
  return bytes === 0 ? SAME : reading({ configuration: { proxyBodySize: size } }, note);
}

function readBuffering(value: string): Reading {
  return value === 'on' || value === 'off' ? reading({ configuration: { proxyBuffering: value } }) : BAD;
}

function readBufferSize(value: string): Reading {
  const bytes = bytesIn(value);
  return bytes === undefined || bytes === 0
    ? BAD
    : reading({ configuration: { proxyBufferSize: Math.ceil(bytes / 1024) } });
}

/** Most tries after the first that a rule has. */
const MOST_ATTEMPTS = 10;

function readRetry(value: string, triesText: string): Reading {
  const words = value.split(' ').filter((word) => word !== '');
  const tries = numberIn(triesText);
  if (tries === undefined || words.length === 0) {
    return BAD;
  }
  const attempts = tries === 0 ? MOST_ATTEMPTS : Math.min(tries - 1, MOST_ATTEMPTS);
  if (words.includes('off') || attempts === 0) {
    return SAME;
  }
  const codes = words.flatMap((word) => {
    const [, digits] = /^http_([45][0-9]{2})$/.exec(word) ?? [];
    return digits === undefined ? [] : [Number(digits)];
  });
  const lost = words.filter((word) => !['error', 'timeout'].includes(word) && !word.startsWith('http_'));
  const note = lost.length === 0 ? undefined : `a rule has no ${lost.join(', ')}`;
  const retry: Policy['retry'] = { attempts, ...(codes.length === 0 ? {} : { codes }) };
  return reading({ policy: { retry } }, note);
}
