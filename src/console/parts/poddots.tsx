import Box from '@mui/material/Box';
import type { ReactElement } from 'react';
import type { Component } from '../api/types.ts';
import { fareOfPod } from './health.ts';
import { HealthIcon } from './mark.tsx';

/** Most dots; a number tells of the others. */
const MOST = 12;

/** Pods of a component, each as a dot whose colour and shape tell how it fares. */
export function PodDots({
  component: { pods, pods_total, ready_replicas, replicas },
}: {
  readonly component: Pick<Component, 'pods' | 'pods_total' | 'ready_replicas' | 'replicas'>;
}): ReactElement {
  const more = pods_total - Math.min(pods.length, MOST);
  return (
    <Box
      role="img"
      aria-label={`${ready_replicas} of ${replicas} pods ready`}
      sx={{ display: 'flex', gap: 0.25, alignItems: 'center', fontSize: 12, '& svg': { fontSize: 14 } }}
    >
      {pods.slice(0, MOST).map((pod) => (
        <HealthIcon key={pod.name} health={fareOfPod(pod)[0]} />
      ))}
      {more > 0 && <span>+{more}</span>}
      <Box component="span" sx={{ ml: 0.5 }}>
        {ready_replicas}/{replicas}
      </Box>
    </Box>
  );
}
