import { backoffMs } from '../../base/backoff.ts';
import { Deadline } from '../../base/deadline.ts';
import { pause } from '../../base/pause.ts';
import { eventsOf, SILENCE_MS } from '../../client/events.ts';
import { APPLICATIONS } from '../../objects/stoa.ts';
import type { Connection } from '../connect.ts';
import { openRest } from './restclient.ts';
import { type RestSource, teamAccessOf } from './restteam.ts';
import type { Wakes } from './wakes.ts';

const CHANGES = '/openapi/v1/teams/{team_id}/regions/{region_name}/changes';

/** Pauses before a new stream; after one that lived longer than the longest, the first. */
const PAUSES = { firstMs: 1_000, maxMs: 30_000 };

/** Changes of the team whose namespace is shown, as the REST API tells of them. */
export class Changes {
  readonly #connection: Connection;
  readonly #source: RestSource;
  readonly #wakes: Pick<Wakes, 'changed' | 'tell'>;
  readonly #pauses: typeof PAUSES;
  #lastId: string | undefined;

  constructor(
    connection: Connection,
    source: RestSource,
    wakes: Pick<Wakes, 'changed' | 'tell'>,
    pauses = PAUSES,
  ) {
    this.#connection = connection;
    this.#source = source;
    this.#wakes = wakes;
    this.#pauses = pauses;
  }

  /** Wakes at each change until `stop` aborts; never rejects, because pictures can do without. */
  async follow(stop: AbortSignal): Promise<void> {
    let failures = 0;
    while (!stop.aborted) {
      const began = performance.now();
      await this.#read(stop).catch(() => undefined);
      this.#wakes.tell(false);
      failures = performance.now() - began > this.#pauses.maxMs ? 1 : failures + 1;
      await pause(backoffMs(this.#pauses, failures), stop);
    }
  }

  /** Reads one stream to its end. */
  async #read(stop: AbortSignal): Promise<void> {
    const silence = new Deadline(SILENCE_MS, stop);
    try {
      const body = await this.#open(silence.signal);
      if (!body) {
        return;
      }
      const alive = () => {
        silence.restart(SILENCE_MS);
        this.#wakes.tell(true);
      };
      for await (const { id, event } of eventsOf(body, alive)) {
        this.#lastId = id ?? this.#lastId;
        if (event !== 'end') {
          this.#wakes.changed();
        }
      }
    } finally {
      silence.clear();
    }
  }

  async #open(signal: AbortSignal) {
    const { namespace, client } = this.#connection;
    const [application] = await client.list(APPLICATIONS, { namespace });
    const found = application && (await teamAccessOf(this.#connection, this.#source, application));
    if (found?.type !== 'access') {
      return undefined;
    }
    const path = { team_id: found.team, region_name: this.#source.region };
    const header = this.#lastId === undefined ? {} : { 'Last-Event-ID': this.#lastId };
    return openRest(
      found.access,
      (each) => each.GET(CHANGES, { params: { path, header }, parseAs: 'stream' }),
      signal,
    );
  }
}
