import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { send, type Write } from '../../api/send.ts';
import type { InstallPlan } from './plan.ts';

/** A plan that somebody has asked for. */
export interface AskedPlan {
  /** Answer to the question as it is now; undefined where nobody has asked, and where it is refused. */
  readonly plan: InstallPlan | undefined;
  readonly error: unknown;
  readonly isAsking: boolean;
  /** Asks, also again. */
  readonly ask: () => void;
}

/** Number of questions so far, by which each has a key of its own: a question can have an access key in it. */
let questions = 0;

function numbered(question: Write): { readonly number: number; readonly question: Write } {
  questions += 1;
  return { number: questions, question };
}

/** Asks for plans, which take the operator some seconds; an answer counts for its own question only. */
export function usePlan(question: Write, when: 'at-once' | 'when-asked'): AskedPlan {
  const [asked, setAsked] = useState(() => (when === 'at-once' ? numbered(question) : undefined));
  const answer = useQuery({
    queryKey: ['plan', asked?.number],
    queryFn: () => (asked === undefined ? null : send<InstallPlan>(asked.question)),
    enabled: asked !== undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const isOfQuestion = asked !== undefined && JSON.stringify(asked.question) === JSON.stringify(question);
  return {
    plan: isOfQuestion ? (answer.data ?? undefined) : undefined,
    error: isOfQuestion ? (answer.error ?? undefined) : undefined,
    isAsking: isOfQuestion && answer.isFetching,
    ask: () => setAsked(numbered(question)),
  };
}
