import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../../../deploy/local/store/fault.ts';
import { REASONS } from '../../../../../src/api/reason.ts';
import { installState } from '../../../../../src/install/state.ts';
import type { MarketInstall } from '../../../../../src/objects/stoa.ts';
import { typeOf } from '../../../../../src/rest/problem/problem.ts';
import { failureIn } from '../../../../../src/rest/resources/installs/failure.ts';
import { messageOf as sentence } from '../../../../../src/store/message.ts';
import { meaningOf, type StoreRefusal } from '../../../../../src/store/refusal.ts';
import { installOf } from '../../../../support/install.ts';
import { localClient, localStore } from '../../../store/support.ts';

/** An install that is not Ready for a reason. */
function failing(
  reason: string,
  message: string,
  more: Partial<NonNullable<MarketInstall['status']>> = {},
): MarketInstall {
  const ready = { type: 'Ready', status: 'False', reason, message, observedGeneration: 2 } as const;
  return installOf({ conditions: [{ ...ready, lastTransitionTime: '2026-01-01T00:00:00Z' }], ...more });
}

/** Problem that a client gets for a refusal of the store, by way of the status of its install. */
function handedOn(refusal: StoreRefusal) {
  const { reason, storeStatus } = meaningOf(refusal);
  const problem = failureIn(
    installState(failing(reason, sentence(refusal), storeStatus ? { storeStatus } : {})),
  );
  return (
    problem && {
      ...problem.statusAndCode,
      type: typeOf(problem.problem).split('/').at(-1),
      detail: problem.message,
    }
  );
}

it.each<[StoreRefusal, number, number, string]>([
  [{ type: 'not-a-url' }, 400, 400, 'store-refused'],
  [{ type: 'not-allowed', host: 'a', wayOut: 'configuration' }, 400, 400, 'store-refused'],
  [{ type: 'key-unusable' }, 400, 400, 'store-refused'],
  [{ type: 'key-echoed' }, 400, 400, 'store-refused'],
  [{ type: 'unauthorized', keySent: true }, 401, 10_421, 'store-unauthorized'],
  [{ type: 'forbidden' }, 403, 10_407, 'store-forbidden'],
  [{ type: 'app-not-found' }, 404, 404, 'model-not-found'],
  [{ type: 'version-not-found' }, 404, 404, 'model-version-not-found'],
  [{ type: 'redirected' }, 400, 400, 'store-refused'],
  [{ type: 'failed', status: 503 }, 400, 400, 'store-refused'],
  [{ type: 'failed', status: 429 }, 429, 429, 'store-refused'],
  [{ type: 'rejected', status: 422 }, 422, 422, 'store-refused'],
  [{ type: 'not-json' }, 400, 400, 'store-refused'],
  [{ type: 'malformed', problems: 'x' }, 400, 400, 'store-refused'],
  [{ type: 'too-large', mebibytes: 5 }, 400, 400, 'store-refused'],
  [{ type: 'bomb' }, 400, 400, 'store-refused'],
  [{ type: 'unreachable', code: 'ECONNREFUSED' }, 502, 502, 'store-unreachable'],
  [{ type: 'too-slow', seconds: 10 }, 504, 504, 'store-too-slow'],
])('%j becomes status %i, code %i', (refusal, status, code, type) => {
  const { statusAndCode, ...problem } = { statusAndCode: { status, code }, type, detail: sentence(refusal) };
  expect(handedOn(refusal)).toMatchObject({ ...statusAndCode, ...problem });
});

it.each([
  REASONS.templateInvalid,
  REASONS.nameTaken,
  REASONS.rejected,
  REASONS.accountMissing,
  REASONS.rightMissing,
])('%s means that the model cannot be installed', (reason) => {
  expect(failureIn(installState(failing(reason, 'why')))).toMatchObject({
    problem: 'installFailed',
    message: 'why',
    statusAndCode: { status: 400, code: 400 },
  });
});

it.each([
  REASONS.progressing,
  REASONS.rolloutFailed,
  REASONS.accessKeyNotFound,
  REASONS.applicationNotFound,
  REASONS.namespaceWithoutTeam,
  REASONS.pending,
  REASONS.suspended,
])('%s does not end an install', (reason) => {
  expect(failureIn(installState(failing(reason, 'why')))).toBeUndefined();
});

it('a condition of another generation does not count', () => {
  const install = failing(REASONS.modelNotFound, 'why');
  expect(failureIn(installState(install))).toBeDefined();
  expect(
    failureIn(installState({ ...install, metadata: { ...install.metadata, generation: 3 } })),
  ).toBeUndefined();
  expect(failureIn(installState(installOf(undefined)))).toBeUndefined();
});

/** Answers of the original when a store fails; STOA_CASES names their folder. */
interface Row {
  readonly store_status?: number;
  readonly store_body_not_json?: boolean;
  readonly client_status: number;
  readonly client_code?: number;
}

function publishedRows(): readonly Row[] {
  const file = join(process.env.STOA_CASES ?? '', 'rest/install/store-answers.json');
  return process.env.STOA_CASES !== undefined && existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { errors: { rows: Row[] } }).errors.rows
    : [];
}

const rows = publishedRows();

describe.runIf(rows.length > 0)('a store that answers as published', () => {
  it.each(rows)('%j', async ({ store_status: status, client_status, client_code }) => {
    const fault: Fault = status === undefined ? { type: 'not-json' } : { type: 'status', status };
    const store = await localStore();
    store.fail(fault);
    const fetched = await localClient().fetchVersion({ url: store.url, domain: 'a' }, 'shop', '1.0');
    expect(fetched.type === 'refused' && handedOn(fetched.refusal)).toMatchObject({
      status: client_status,
      code: client_code ?? client_status,
    });
  });
});
