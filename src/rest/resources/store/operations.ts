import { Gate } from '../../../base/gate.ts';
import type { AppCatalog } from '../../../store/catalog.ts';
import { messageOf } from '../../../store/message.ts';
import { meaningOf } from '../../../store/refusal.ts';
import type { Fetched } from '../../../store/response.ts';
import { Shares } from '../../guard/shares.ts';
import { type Operation, onTeam } from '../../http/operation.ts';
import { inPath, OF_PAGE } from '../../http/parameters.ts';
import { type ProblemName, Throttled } from '../../problem/problem.ts';
import type { TeamScope } from '../../scope.ts';
import { problemOfReason } from '../installs/failure.ts';
import { storeAt } from './accesskey.ts';
import { type NamedStore, namedStore, namedVersion, OF_STORE, VERSION_IN_QUERY } from './parameters.ts';
import { storeAppPage, storeAppPageSchema, storeAppRecord, storeAppRecordSchema } from './record.ts';

const TAG = 'stores';

/** Most entries of a page: each chart takes its share of the time for the whole page. */
const MAX_PAGE_SIZE = 100;

/** Requests to stores at once, as an index may have 32 MiB, and those that wait. */
const PLACES = { inside: 4, waiting: 16 };

const PROBLEMS: readonly ProblemName[] = [
  'invalid',
  'storeUnauthorized',
  'storeForbidden',
  'modelNotFound',
  'modelVersionNotFound',
  'storeRefused',
  'storeUnreachable',
  'storeTooSlow',
];

/** Catalogs of stores, by what these offer. */
export interface Catalogs {
  readonly models: AppCatalog;
  readonly charts: AppCatalog;
}

/** The operations on what stores offer. They ask only stores that the configuration allows, and write nothing. */
export function storeOperations(catalogs: Catalogs): readonly Operation[] {
  const desk = new Desk(catalogs);
  const list = onTeam({
    id: 'listStoreApps',
    method: 'get',
    path: '/store/apps',
    tag: TAG,
    summary: 'List what a store offers',
    parameters: { ...OF_STORE, ...OF_PAGE },
    success: { status: 200, description: 'A page of it, by name for charts.', body: storeAppPageSchema },
    problems: PROBLEMS,
    passesOn: 'storeRefused',
    handle: async ({ team, value }) => {
      const [query, page] = [value('query'), value('page')];
      const pageSize = Math.min(value('page_size'), MAX_PAGE_SIZE);
      const found = await desk.ask(team, namedStore(value), (catalog, store) =>
        catalog.list(store, { query, page, pageSize }),
      );
      return { body: storeAppPage(found, { page, page_size: pageSize }) };
    },
  });
  const show = onTeam({
    id: 'readStoreApp',
    method: 'get',
    path: '/store/apps/:app_model_id',
    tag: TAG,
    summary: 'Read one application model or chart of a store, with its versions and default values',
    parameters: {
      app_model_id: inPath('The application model or chart.'),
      ...OF_STORE,
      version: VERSION_IN_QUERY,
    },
    success: { status: 200, description: 'The application model or chart.', body: storeAppRecordSchema },
    problems: PROBLEMS,
    passesOn: 'storeRefused',
    handle: async ({ team, value }) => {
      const version = namedVersion(value('version'));
      const found = await desk.ask(team, namedStore(value), (catalog, store) =>
        catalog.show(store, value('app_model_id'), version),
      );
      return { body: storeAppRecord(found) };
    },
  });
  return [list, show];
}

/** Question to a catalog. */
type Question<T> = (catalog: AppCatalog, store: Parameters<AppCatalog['list']>[0]) => Promise<Fetched<T>>;

/** Desk where teams ask for what stores offer: one question of a team at a time, and few in all. */
class Desk {
  readonly #catalogs: Catalogs;
  readonly #teams = new Shares(1);
  readonly #places = new Gate(PLACES.inside, PLACES.waiting);

  constructor(catalogs: Catalogs) {
    this.#catalogs = catalogs;
  }

  /** Answer to a question; throws the Problem that a refusal is. */
  async ask<T>(team: TeamScope, named: NamedStore, question: Question<T>): Promise<T> {
    const store = await storeAt(team, named);
    const place = await this.#teams.enter(`${team.region}/${team.namespace}`);
    try {
      const leave = await this.#enter();
      try {
        return answerIn(await question(this.#catalogs[named.type], store));
      } finally {
        leave();
      }
    } finally {
      place.leave();
    }
  }

  async #enter() {
    const entry = this.#places.enter();
    if (entry === undefined) {
      throw new Throttled('too many requests to stores are in progress', 1);
    }
    return entry;
  }
}

function answerIn<T>(fetched: Fetched<T>): T {
  if (fetched.type === 'found') {
    return fetched.value;
  }
  const { reason, storeStatus } = meaningOf(fetched.refusal);
  throw problemOfReason(reason, messageOf(fetched.refusal), storeStatus);
}
