import type { Topic } from './powers.ts';

/** Words for the topics of powers, which begin the line about each. Apart from the schemas: a page in a browser has them. */
export const TOPIC_WORDS: Readonly<Record<Topic, string>> = {
  images: 'Runs',
  ports: 'Opens',
  volumes: 'Stores',
  reads: 'Reads',
  rights: 'Speaks to the API server',
  host: 'Reaches its nodes',
  root: 'Has root',
  network: 'Sends and gets',
  nodes: 'Takes nodes',
  others: 'Tells other programs',
};
