import { z } from 'zod';

/** Record of an Event on a component. */
const eventRecordSchema = z.object({
  event_id: z.string().describe('The Event: its uid without dashes.'),
  target: z.string().describe('Always service.'),
  target_id: z.string().describe('The component.'),
  tenant_id: z.string().describe('Team of the component.'),
  user_name: z.string().describe('What reported the Event, for example kubelet.'),
  opt_type: z.string().describe('Reason of the Event, for example ScalingReplicaSet.'),
  status: z.enum(['success', 'failure']).describe('failure for a Warning.'),
  final_status: z.string().describe('Always complete.'),
  message: z.string().describe('What happened.'),
  reason: z.string().describe('The same as opt_type.'),
  create_time: z.string().describe('First time at which it happened.'),
  start_time: z.string().describe('The same as create_time.'),
  end_time: z.string().describe('Last time at which it happened.'),
});

export type EventRecord = z.infer<typeof eventRecordSchema>;

/** Page of the Events on a component. */
export const eventPageSchema = z.object({
  events: z.array(eventRecordSchema).describe('The Events of the page, the newest first.'),
  total: z.int().describe('Number of Events on all pages.'),
  page: z.int().describe('Number of the page, from 1.'),
  page_size: z.int().describe('Most entries of a page.'),
});
