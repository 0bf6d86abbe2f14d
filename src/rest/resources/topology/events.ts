import { z } from 'zod';
import type { StoredEvent } from '../../../objects/event.ts';
import { WORKLOADS } from '../../../objects/workload.ts';
import { workloadKey } from '../../../workload/pod.ts';
import { namedObject } from '../../http/schema.ts';
import type { EventObject } from '../components/events.ts';
import { eventFacts, eventFactsSchema } from '../components/record.ts';
import type { ObservedParts } from './read.ts';
import { missingPartsSchema } from './schema.ts';

/** Record of an Event on a part of an application. */
const applicationEventSchema = z.object({
  ...eventFactsSchema.shape,
  kind: z
    .string()
    .describe('Kind of its object: Application, GatewayRule, MarketInstall, Pod, or a workload.'),
  name: z.string().describe('Name of its object.'),
});

type ApplicationEvent = z.infer<typeof applicationEventSchema>;

/** Page of the Events on an application and its parts. */
export const applicationEventPageSchema = namedObject('ApplicationEventPage', {
  events: z.array(applicationEventSchema).describe('The Events of the page, the newest first.'),
  total: z.int().describe('Number of Events on all pages.'),
  page: z.int().describe('Number of the page, from 1.'),
  page_size: z.int().describe('Most entries of a page.'),
  missing: missingPartsSchema,
});

/** Record of an Event on a part of an application. */
export function applicationEvent(event: StoredEvent, teamId: string): ApplicationEvent {
  const { kind = '', name = '' } = event.involvedObject;
  return { ...eventFacts(event, teamId), kind, name };
}

/** Objects of an application that Events may be on. Pure. */
export function eventObjects(parts: ObservedParts): readonly EventObject[] {
  const { application, rules, installs, workloads, listed, pods } = parts;
  const { namespace } = application.metadata;
  const hidden = listed.map(({ kind, workload: name }) => ({
    apiVersion: apiVersionOfKind(kind),
    kind,
    metadata: { name },
  }));
  const ofComponents = [...workloads, ...hidden].flatMap(
    ({ kind, metadata }) => pods?.get(workloadKey(namespace, kind, metadata.name)) ?? [],
  );
  return [application, ...rules, ...installs, ...workloads, ...hidden, ...ofComponents];
}

function apiVersionOfKind(wanted: string): string {
  const found = WORKLOADS.find(({ kind }) => kind === wanted);
  return found === undefined ? '' : `${found.group}/${found.version}`;
}
