import { ENGINE_BOUNDS } from '../api/bounds.ts';

/** Secret, as far as its passwords matter; its values are in base64. */
interface PasswordSecret {
  readonly type?: string;
  readonly data?: Readonly<Record<string, string>>;
}

/** Way in which an engine reads the names and passwords of a Secret. */
export interface PasswordForm {
  readonly engine: string;
  /** Key of the file; where it is missing, the Secret must have one key only, of any name. */
  readonly key?: string;
  /** Type that the Secret must have. */
  readonly type?: string;
  /** Type of Secrets in which it reads the keys `username` and `password` instead of a file. */
  readonly pair?: string;
  /** Hashes that it can check, and their names. */
  readonly hashes: RegExp;
  readonly hashNames: string;
  /** Ends of lines. */
  readonly ends: RegExp;
  /** Lines that it skips. */
  readonly skips: RegExp;
  /** Fault of a line for which it refuses the whole file: it then serves no request of the rule, or none of any rule. */
  readonly refusal: (line: Line) => string | undefined;
}

/** Line of a file in the form of htpasswd. */
interface Line {
  readonly text: string;
  /** Parts between its colons: the name, the hash, and what does not belong there. */
  readonly parts: readonly string[];
  /** Whether the engine can check its hash. */
  readonly isKnown: boolean;
  /** Whether a line before it has the same name. */
  readonly isRepeated: boolean;
}

const EITHER_END = /\r?\n|\r$/;

/**
 * The forms of passwords, by engine, as their sources read them: Traefik's provider and its middleware basicAuth, the
 * translation by Envoy Gateway and the filter basic_auth of Envoy, which refuses the configuration of a whole listener for
 * one bad line, and the AuthenticationFilter of NGINX Gateway Fabric with the module auth_basic of nginx.
 */
export const PASSWORD_FORMS = {
  traefik: {
    engine: 'Traefik',
    pair: 'kubernetes.io/basic-auth',
    hashes:
      /^(?:\{SHA\}[A-Za-z0-9+/]{27}=|\$(?:apr1|1)\$[^$]*\$[^$]+|\$2[abxy]\$(?:0[4-9]|[12]\d|3[01])\$[./A-Za-z0-9]{53})$/,
    hashNames: '{SHA}, $apr1$, $1$ and bcrypt',
    ends: EITHER_END,
    skips: /^$/,
    refusal: ({ parts }) => (parts.length === 2 ? undefined : 'is not NAME:HASH'),
  },
  envoy: {
    engine: 'Envoy',
    key: '.htpasswd',
    hashes: /^\{SHA\}[A-Za-z0-9+/]{27}=$/,
    hashNames: '{SHA}',
    ends: /\n/,
    skips: /^$/,
    refusal: ({ text, parts, isKnown, isRepeated }) => {
      if (text.endsWith('\r')) {
        return 'ends with a carriage return';
      }
      const isPair = parts.length === 2 && parts[0] !== '' && isKnown;
      const repeats = isRepeated ? 'repeats a name' : undefined;
      return isPair ? repeats : 'is not NAME:{SHA}HASH';
    },
  },
  nginx: {
    engine: 'NGINX Gateway Fabric',
    key: 'auth',
    type: 'nginx.org/htpasswd',
    hashes: /^(?:\{(?:PLAIN|SHA|SSHA)\}.*|\$(?:apr1|1|5|6|2[abxy])\$.+|[./A-Za-z0-9]{13})$/,
    hashNames: '{SHA}, {SSHA}, {PLAIN}, $apr1$ and those of crypt',
    ends: EITHER_END,
    skips: /^(?:#.*)?$/,
    // The library of nginx may know it, and nobody its cost.
    refusal: ({ parts: [, hash = ''], isKnown }) =>
      /^[$_]/.test(hash) && !isKnown ? 'has a hash of a kind that Stoa does not know' : undefined,
  },
} as const satisfies Readonly<Record<string, PasswordForm>>;

/** Engine, by its form of passwords. */
export type PasswordReader = keyof typeof PASSWORD_FORMS;

/** Meaning of a Secret for an engine that is to let in who knows a password of it. */
type PasswordReading =
  /** `idle` are the numbers of lines that let nobody in, as the engine does not know their hashes. */
  | { readonly type: 'usable'; readonly idle: readonly number[] }
  /** The engine refuses it, or nobody could get in. */
  | { readonly type: 'unusable'; readonly why: string };

/** Readings of a Secret by all engines. */
export type PasswordReadings = Readonly<Record<PasswordReader, PasswordReading>>;

/** Lines that a reading names. */
const MOST_NAMED = 5;

/** The readings of a Secret. They hold no name and no hash of it. */
export function passwordReadings(secret: PasswordSecret): PasswordReadings {
  return {
    traefik: readingOf(secret, PASSWORD_FORMS.traefik),
    envoy: readingOf(secret, PASSWORD_FORMS.envoy),
    nginx: readingOf(secret, PASSWORD_FORMS.nginx),
  };
}

/** Command that creates a Secret as an engine reads it. */
export function passwordRecipe(reader: PasswordReader, name: string): string {
  const { key = 'users', type }: PasswordForm = PASSWORD_FORMS[reader];
  const typed = type === undefined ? '' : ` --type=${type}`;
  return `kubectl create secret generic ${name}${typed} --from-file=${key}=FILE, where htpasswd -nbs NAME PASSWORD prints each line of FILE`;
}

/** Sentence on the lines of a Secret that let nobody in. */
export function idleText(reader: PasswordReader, idle: readonly number[]): string {
  const { engine, hashNames } = PASSWORD_FORMS[reader];
  const named = idle.slice(0, MOST_NAMED).join(', ');
  const more = idle.length > MOST_NAMED ? ` and ${idle.length - MOST_NAMED} more` : '';
  return `nobody gets in by line ${named}${more} of the Secret: ${engine} knows the hashes ${hashNames}`;
}

function readingOf({ type = 'Opaque', data = {} }: PasswordSecret, form: PasswordForm): PasswordReading {
  if (form.pair === type) {
    return readPair(data, form);
  }
  if (form.type !== undefined && form.type !== type) {
    return unusable(`it has the type ${type}, and ${form.engine} reads ${form.type} only`);
  }
  const keys = Object.keys(data).toSorted();
  const [only] = keys;
  if (form.key === undefined && keys.length !== 1) {
    const pair =
      form.pair === undefined ? '' : `, or the keys username and password of the type ${form.pair}`;
    return unusable(`it has ${countOf(keys)}, and ${form.engine} reads a Secret with exactly one${pair}`);
  }
  const key = form.key ?? only ?? '';
  const file = data[key];
  return file === undefined
    ? unusable(`it has ${countOf(keys)}, and ${form.engine} reads the key ${key}`)
    : readFile(key, file, form);
}

/** Number of keys, with the names of the first ones. */
function countOf(keys: readonly string[]): string {
  const named =
    keys.length === 0
      ? ''
      : ` (${keys.slice(0, MOST_NAMED).join(', ')}${keys.length > MOST_NAMED ? ', …' : ''})`;
  return `${keys.length === 0 ? 'no' : keys.length} ${keys.length === 1 ? 'key' : 'keys'}${named}`;
}

/** One name with its password as it is: the engine makes the hash itself, and reads both as a line. */
function readPair(
  data: NonNullable<PasswordSecret['data']>,
  { engine, pair }: PasswordForm,
): PasswordReading {
  const { username, password } = data;
  if (username === undefined || password === undefined) {
    return unusable(`it has the type ${pair}, of which ${engine} reads the keys username and password`);
  }
  return textOf(username).includes(':')
    ? unusable(`${engine} takes no colon in the key username`)
    : { type: 'usable', idle: [] };
}

function readFile(key: string, file: string, form: PasswordForm): PasswordReading {
  const { bytes } = ENGINE_BOUNDS.passwords;
  if (Buffer.byteLength(file, 'base64') > bytes) {
    return unusable(`its key ${key} has more than ${bytes} bytes`);
  }
  const lines = linesOf(textOf(file), form);
  const refused = lines.find(({ refusal }) => refusal !== undefined);
  if (refused !== undefined) {
    return unusable(`line ${refused.number} of its key ${key} ${refused.refusal}`);
  }
  const idle = lines.filter(({ isKnown }) => !isKnown).map(({ number }) => number);
  return idle.length === lines.length
    ? unusable(
        `no line of its key ${key} is NAME:HASH with a hash that ${form.engine} knows: ${form.hashNames}`,
      )
    : { type: 'usable', idle };
}

/** The lines of a file that an engine does not skip. */
function linesOf(file: string, { ends, skips, hashes, refusal }: PasswordForm) {
  const names = new Set<string>();
  return file.split(ends).flatMap((text, index) => {
    if (skips.test(text)) {
      return [];
    }
    const parts = text.split(':');
    const [name = '', hash = ''] = parts;
    const line = { text, parts, isKnown: hashes.test(hash), isRepeated: names.has(name) };
    names.add(name);
    return [{ number: index + 1, isKnown: line.isKnown, refusal: refusal(line) ?? costFault(hash) }];
  });
}

function unusable(why: string): PasswordReading {
  return { type: 'unusable', why };
}

/** Text of a value, a character for each byte, as engines read it. */
function textOf(base64: string): string {
  return Buffer.from(base64, 'base64').toString('latin1');
}

/** Start of a hash by bcrypt, with the two characters that libraries take for its cost, whatever is behind them. */
const BCRYPT = /^\$2[^$]?\$(\d{1,2})/;

/** Hash by bcrypt that all libraries read the same. */
const EXACT_BCRYPT = /^\$2[abxy]?\$\d\d\$[./A-Za-z0-9]{53}$/;
const ROUNDS = /^\$[56]\$rounds=/;

/** Fault of a hash that takes an engine too long to check; undefined where it has none. */
export function costFault(hash: string): string | undefined {
  const { bcryptCost } = ENGINE_BOUNDS.passwords;
  const cost = Number(BCRYPT.exec(hash)?.[1] ?? 0);
  if (cost > bcryptCost) {
    return `has a hash by bcrypt of the cost ${cost}, of which the gateway pays each check: use ${bcryptCost} at most`;
  }
  if (hash.startsWith('$2') && !EXACT_BCRYPT.test(hash)) {
    return 'has a hash by bcrypt that not every library reads the same: make it anew with htpasswd -nbB NAME PASSWORD';
  }
  return ROUNDS.test(hash)
    ? 'has a hash with a number of rounds of its own, of which the gateway pays each check: leave rounds= out'
    : undefined;
}
