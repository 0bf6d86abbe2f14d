/** Seconds for everything: name, connection, and the whole of the answer. */
export const TIMEOUT_SECONDS = 10;

/** MiB that an answer may have, after decompression. */
export const MAX_MEBIBYTES = 5;

/** How many times its compressed size an answer may have, once it is larger than `RATIO_FROM_KIBIBYTES`. */
export const MAX_RATIO = 100;

/** KiB up to which an answer may be compressed as well as it can be. */
export const RATIO_FROM_KIBIBYTES = 64;
