/** Pattern of one character in the random parts of pod names: no vowels (`rand.SafeEncodeString` of Kubernetes). */
export const RANDOM = '[b-df-hj-np-tv-z0-9]';
