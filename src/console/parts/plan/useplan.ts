import { useMutation } from '@tanstack/react-query';
import { send, type Write } from '../../api/send.ts';
import type { InstallPlan } from './plan.ts';

/** A plan that somebody has asked for. */
export interface AskedPlan {
  /** Answer to the question as it is now; undefined where nobody has asked, and where it is refused. */
  readonly plan: InstallPlan | undefined;
  readonly error: unknown;
  readonly isAsking: boolean;
  readonly ask: (question: Write) => void;
}

/** Asks for plans, which take the operator some seconds; an answer counts for its own question only. */
export function usePlan(question: Write | undefined): AskedPlan {
  const mutation = useMutation({ mutationFn: (write: Write) => send<InstallPlan>(write) });
  const isOfQuestion =
    question !== undefined && JSON.stringify(mutation.variables) === JSON.stringify(question);
  return {
    plan: isOfQuestion ? mutation.data : undefined,
    error: isOfQuestion ? (mutation.error ?? undefined) : undefined,
    isAsking: isOfQuestion && mutation.isPending,
    ask: mutation.mutate,
  };
}
