import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/client.ts';
import { ask, type DryRun, send, type Write } from '../../api/send.ts';
import { useSettled } from '../usesettled.ts';

/** A write that is being prepared: what it would do, and how to do it. */
export interface PreparedWrite<T> {
  /** Answer of the API to the write as a dry run; undefined while it is asked or where it is refused. */
  readonly preview: DryRun | undefined;
  /** Why the API refuses the write as it is. */
  readonly refusal: unknown;
  readonly isAsking: boolean;
  /** Makes the write; resolves to its answer. */
  readonly submit: () => Promise<T>;
  readonly isSubmitting: boolean;
  /** Why the API refused the write when it was made; undefined once it is another one. */
  readonly failure: unknown;
}

/** Prepares a write while somebody types: the API checks each state that stays for a moment. Undefined is no write yet. */
export function useWrite<T = unknown>(write: Write | undefined): PreparedWrite<T> {
  const client = useQueryClient();
  const settled = useSettled(write);
  const preview = useQuery({
    queryKey: ['dry-run', settled],
    queryFn: ({ signal }) => (settled === undefined ? null : ask(settled, signal)),
    enabled: settled !== undefined,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const mutation = useMutation({
    mutationFn: (made: Write) => send<T>(made),
    onSuccess: () => client.invalidateQueries(),
  });
  return {
    preview: preview.data ?? undefined,
    refusal: preview.error ?? undefined,
    isAsking: preview.isFetching || (settled !== undefined && !isSame(settled, write)),
    submit: () =>
      write === undefined
        ? Promise.reject(new Error('Fill in the form first.'))
        : mutation.mutateAsync(write),
    isSubmitting: mutation.isPending,
    failure: isSame(mutation.variables, write) ? (mutation.error ?? undefined) : undefined,
  };
}

/** Statuses that are about the caller or the API, and say nothing against what is typed. */
const NOT_OF_CONTENT: readonly number[] = [401, 403, 408, 429];

/** Whether the API refuses what is typed, so that it would refuse the write too. */
export function isRefused({ refusal }: Pick<PreparedWrite<unknown>, 'refusal'>): boolean {
  return refusal instanceof ApiError && refusal.status < 500 && !NOT_OF_CONTENT.includes(refusal.status);
}

function isSame(one: Write | undefined, other: Write | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
