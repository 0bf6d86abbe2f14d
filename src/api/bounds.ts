/**
 * Bounds of what gateway engines run for requests and handshakes of everybody, whatever team it comes from. The admission
 * policy of the chart has those of Secrets, too.
 */
export const ENGINE_BOUNDS = {
  /** Files of names and passwords. */
  passwords: {
    /** The scanner of Traefik takes no longer line. */
    bytes: 65_535,
    /** Cost of a hash by bcrypt: checking one of 12 takes about 0.2 s of a core, and each more twice as long. */
    bcryptCost: 12,
  },
  /** Private keys: a handshake takes about 8 ms of a core with RSA of 4096 bits, and with a third prime 100 ms. */
  key: { bytes: 4_096, rsaBits: { least: 1_024, most: 4_096 } },
  /** Certificates that are presented: each client that asks gets all of them before it has proved anything. */
  chain: { bytes: 65_536, certificates: 10, names: 250 },
  /** Certificates of authorities. */
  authorities: { bytes: 65_536, certificates: 10 },
  /** Certificates of authorities that engines trust: bundles of all public ones have about 150. */
  trusted: { bytes: 524_288, certificates: 256 },
} as const;
