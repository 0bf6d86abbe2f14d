import { useParams } from '@tanstack/react-router';
import type { ApplicationPlace } from './topology.ts';

/** Application of the page that is shown, from its address. */
export function useApplicationPlace(): ApplicationPlace {
  const { team = '', region = '', app = '' } = useParams({ strict: false });
  return { team, region, app };
}
