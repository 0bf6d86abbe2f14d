import { Pool } from 'undici';
import { UserError } from '../errors.ts';

/** What it takes to speak to an API server with a client certificate; all in PEM. */
export interface ApiAccess {
  readonly server: string;
  readonly ca: string;
  readonly certificate: string;
  readonly key: string;
}

/** The few calls to the API server that are not worth a run of kubectl. */
export interface Api {
  /** The parsed body of a 200 answer; undefined for any other status; network errors are thrown. */
  get(path: string): Promise<unknown>;
  /** Applies a manifest (YAML) on the server's side, as kubectl would; throws a UserError when it is refused. */
  apply(path: string, manifest: string): Promise<void>;
  /** Asks for a ServiceAccount's token for the default audience; throws a UserError when it is refused. */
  createToken(namespace: string, account: string): Promise<string>;
  close(): Promise<void>;
}

const tokenSeconds = 30 * 24 * 3600;

/** Opens a connection pool to the API server. */
export function openApi({ server, ca, certificate, key }: ApiAccess): Api {
  const pool = new Pool(server, { connections: 4, connect: { ca, cert: certificate, key } });
  return {
    async get(path) {
      const { statusCode, body } = await pool.request({ method: 'GET', path });
      const text = await body.text();
      return statusCode === 200 ? parse(text) : undefined;
    },
    async apply(path, manifest) {
      const { statusCode, body } = await pool.request({
        method: 'PATCH',
        path,
        query: { fieldManager: 'kubectl', force: true, fieldValidation: 'Strict' },
        headers: { 'content-type': 'application/apply-patch+yaml' },
        body: manifest,
      });
      const answer = await body.text();
      if (statusCode < 300) {
        return;
      }
      throw new UserError(
        `cannot apply ${path}: ${read(parse(answer), 'message') ?? `status ${statusCode}`}`,
      );
    },
    async createToken(namespace, account) {
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: `/api/v1/namespaces/${namespace}/serviceaccounts/${account}/token`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ spec: { expirationSeconds: tokenSeconds } }),
      });
      const token = read(parse(await body.text()), 'status', 'token');
      if (typeof token === 'string') {
        return token;
      }
      throw new UserError(`no token for ServiceAccount ${namespace}/${account} (status ${statusCode})`);
    },
    close: () => pool.destroy(),
  };
}

/** Health end points answer in plain words, the others in JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A value inside nested objects of unknown shape, or undefined. */
export function read(value: unknown, ...keys: readonly string[]): unknown {
  let current = value;
  for (const key of keys) {
    if (typeof current !== 'object' || current === null) {
      return undefined;
    }
    current = Object.getOwnPropertyDescriptor(current, key)?.value;
  }
  return current;
}

/** The `items` of a list answer. */
export function itemsOf(list: unknown): unknown[] {
  const items = read(list, 'items');
  return Array.isArray(items) ? items : [];
}

/** Whether an object's status has a condition of this type with status True. */
export function hasCondition(object: unknown, type: string): boolean {
  const conditions = read(object, 'status', 'conditions');
  if (!Array.isArray(conditions)) {
    return false;
  }
  return conditions.some((one) => read(one, 'type') === type && read(one, 'status') === 'True');
}
