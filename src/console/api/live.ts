import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { eventsOf, SILENCE_MS } from '../../client/events.ts';
import { fetchAsCaller } from './client.ts';
import { keyOf } from './keys.ts';
import { regionPath } from './paths.ts';

/** State of the stream of changes: whether what is shown follows the cluster. */
export type Live = 'live' | 'connecting' | 'ended';

/** A team in a region. */
export interface Place {
  readonly team: string;
  readonly region: string;
}

/** Times (ms): between two fetches of what has changed, and of the first and the longest pause before a new stream. */
const REFRESH_MS = 700;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/** Follows the changes of a team, and fetches again what is shown of it. Ends when `signal` aborts. */
async function follow(
  place: Place,
  client: QueryClient,
  show: (live: Live) => void,
  signal: AbortSignal,
): Promise<void> {
  const feed = new Feed(place, client, show);
  let pause = FIRST_PAUSE_MS;
  show('connecting');
  while (!signal.aborted) {
    const began = Date.now();
    const end = await feed.read(signal).catch(() => 'broken' as const);
    if (signal.aborted) {
      return;
    }
    if (end === 'refused') {
      show('ended');
      return;
    }
    pause = Date.now() - began > LONGEST_PAUSE_MS ? FIRST_PAUSE_MS : Math.min(pause * 2, LONGEST_PAUSE_MS);
    show('connecting');
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** One team's stream, over its connections. */
class Feed {
  readonly #place: Place;
  readonly #client: QueryClient;
  readonly #show: (live: Live) => void;
  #lastId: string | undefined;
  #hasChanged = false;
  #isRefreshing = false;

  constructor(place: Place, client: QueryClient, show: (live: Live) => void) {
    this.#place = place;
    this.#client = client;
    this.#show = show;
  }

  /** Reads one connection to its end. */
  async read(signal: AbortSignal): Promise<'broken' | 'refused'> {
    const silence = new AbortController();
    const headers = this.#lastId === undefined ? {} : { 'last-event-id': this.#lastId };
    const cut = () => silence.abort();
    let timer = setTimeout(cut, SILENCE_MS);
    // A browser without network may keep a connection that nothing comes through.
    addEventListener('offline', cut);
    try {
      const response = await fetchAsCaller(`${regionPath(this.#place)}/changes`, {
        headers,
        signal: AbortSignal.any([signal, silence.signal]),
      });
      if (!response.ok || response.body === null) {
        return isFinal(response.status) ? 'refused' : 'broken';
      }
      this.#show('live');
      const alive = () => {
        clearTimeout(timer);
        timer = setTimeout(cut, SILENCE_MS);
      };
      for await (const { id, event } of eventsOf(response.body, alive)) {
        this.#lastId = id ?? this.#lastId;
        if (event === 'end') {
          return 'refused';
        }
        this.#changed();
      }
      return 'broken';
    } finally {
      clearTimeout(timer);
      removeEventListener('offline', cut);
    }
  }

  #changed(): void {
    this.#hasChanged = true;
    if (!this.#isRefreshing) {
      void this.#refresh();
    }
  }

  /**
   * Fetches again what is shown, once for changes that follow each other, and not before the last fetch has ended: where
   * changes come faster than answers, each would end the fetch for the one before.
   */
  async #refresh(): Promise<void> {
    this.#isRefreshing = true;
    while (this.#hasChanged) {
      await new Promise((resolve) => setTimeout(resolve, REFRESH_MS));
      this.#hasChanged = false;
      await this.#client.invalidateQueries({ queryKey: keyOf(this.#place) });
    }
    this.#isRefreshing = false;
  }
}

/** Whether a status says that asking again changes nothing. */
function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 429;
}

/** State of the stream of a team's changes, which this component follows while it is shown. */
export function useLive(place: Place | undefined, token: string): Live {
  const client = useQueryClient();
  const [live, setLive] = useState<Live>('connecting');
  const { team, region } = place ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new token needs a new stream
  useEffect(() => {
    if (team === undefined || region === undefined) {
      return;
    }
    const stop = new AbortController();
    void follow({ team, region }, client, setLive, stop.signal);
    return () => stop.abort();
  }, [team, region, client, token]);
  return live;
}
