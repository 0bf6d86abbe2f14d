import { PLAIN_STYLE, type RouteStyle } from '../style.ts';

/** Headers of answers that nginx writes itself: NGINX Gateway Fabric drops a rule with a filter on one of them. */
const OWN_IN_ANSWERS = ['server', 'date', 'content-type', 'x-pad'];

/** Style of NGINX Gateway Fabric, which heeds no timeouts and tries of routes. */
export const STYLE: RouteStyle = {
  ...PLAIN_STYLE,
  parts: ['cors', 'mirror'],
  knows: (name) => /^[-A-Za-z0-9]+$/.test(name),
  refuses: (name, value) => {
    if (['connection', 'upgrade'].includes(name.toLowerCase())) {
      return 'nginx keeps it for itself';
    }
    return /[$"\\]/.test(value) ? 'nginx would not take $, " and \\ in its value as they stand' : undefined;
  },
  keepsInAnswers: (name) => {
    const lower = name.toLowerCase();
    return OWN_IN_ANSWERS.includes(lower) || lower.startsWith('x-accel')
      ? 'nginx writes it itself'
      : undefined;
  },
};
