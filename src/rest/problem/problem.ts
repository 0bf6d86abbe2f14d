import { visible } from '../../base/visible.ts';
import type { ProblemBody } from './body.ts';
import { nestedErrors } from './body.ts';

/** An invalid field of the request, by its path in the contract's spelling. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/**
 * Errors of the API: HTTP status, `code` for clients of the contract, and title. A test compares the table in
 * docs/rest.md.
 */
export const PROBLEMS = {
  unauthorized: { status: 401, code: 401, title: 'The token is missing or not valid' },
  forbidden: { status: 403, code: 10402, title: 'The token does not permit this' },
  quotaExceeded: { status: 403, code: 403, title: 'A quota of the namespace is used up' },
  policyRefuses: { status: 403, code: 403, title: 'A policy of the cluster refuses this' },
  teamNotFound: { status: 404, code: 2000, title: 'There is no such team' },
  teamAmbiguous: { status: 409, code: 409, title: 'Several namespaces are the team' },
  regionNotFound: { status: 404, code: 3000, title: 'There is no such region' },
  appNotFound: { status: 404, code: 4000, title: 'There is no such application' },
  appNameTaken: { status: 400, code: 400, title: 'Another application has the name' },
  appObjectTaken: { status: 400, code: 21003, title: 'Another Application has the name in the cluster' },
  appRuns: { status: 400, code: 400, title: 'Components of the application run' },
  serviceNotFound: { status: 404, code: 404, title: 'There is no such component' },
  ruleNotFound: { status: 404, code: 404, title: 'There is no such rule' },
  portNotFound: { status: 404, code: 404, title: 'The component has no such port' },
  pathNotFound: { status: 404, code: 404, title: 'There is no such operation' },
  verbNotServed: { status: 405, code: 405, title: 'The path has no such operation' },
  invalid: { status: 400, code: 20400, title: 'The request is not valid' },
  componentNotFound: { status: 400, code: 400, title: 'There is no such component' },
  portClosed: { status: 400, code: 400, title: 'The port is not open' },
  certificateNotFound: { status: 400, code: 400, title: 'There is no such certificate' },
  certificateUnknown: { status: 404, code: 404, title: 'The team has no such certificate' },
  certificateInUse: { status: 400, code: 400, title: 'A rule has the certificate' },
  aliasTaken: { status: 412, code: 412, title: 'Another certificate has the alias' },
  issuerNotAllowed: { status: 400, code: 400, title: 'The team may not name the issuer' },
  ruleExists: { status: 400, code: 400, title: 'The rule exists already' },
  redirectInTheWay: { status: 400, code: 400, title: 'A redirect has its host and path for itself' },
  tlsConflict: { status: 400, code: 400, title: 'Another rule decides where TLS of the host ends' },
  hostOfOtherProtocol: { status: 400, code: 400, title: 'The host is for another protocol' },
  noRoom: { status: 400, code: 400, title: 'The host has no room for the conditions' },
  hostTaken: { status: 400, code: 400, title: 'The host belongs to another team' },
  nameNotDeclared: { status: 400, code: 400, title: 'The host or port is not declared for the team' },
  teamLimit: { status: 400, code: 400, title: 'The team has as many as it may have' },
  portNotOffered: { status: 400, code: 400, title: 'The gateway does not offer the port' },
  addressTaken: { status: 400, code: 400, title: 'The address is taken' },
  operationImpossible: { status: 409, code: 409, title: 'The components cannot be operated like this' },
  rollbackImpossible: { status: 409, code: 409, title: 'There is no such version to go back to' },
  planReplaced: { status: 409, code: 409, title: 'Somebody else has asked for a plan' },
  installNotFound: { status: 404, code: 404, title: 'There is no such install' },
  storeUnauthorized: { status: 401, code: 10421, title: 'The store wants another access key' },
  storeForbidden: { status: 403, code: 10407, title: 'The store does not permit this' },
  modelNotFound: { status: 404, code: 404, title: 'The store has no such model or chart' },
  modelVersionNotFound: { status: 404, code: 404, title: 'The store has no such version' },
  storeRefused: { status: 400, code: 400, title: 'The store cannot be used' },
  storeUnreachable: { status: 502, code: 502, title: 'The store does not answer' },
  storeTooSlow: { status: 504, code: 504, title: 'The store answers too slowly' },
  installFailed: { status: 400, code: 400, title: 'The model or chart cannot be installed' },
  installPending: { status: 504, code: 504, title: 'The install is not planned yet' },
  keyReused: { status: 409, code: 409, title: 'The Idempotency-Key was used for something else' },
  monitorUnreachable: { status: 502, code: 502, title: 'Prometheus does not answer' },
  monitorUnauthorized: { status: 502, code: 502, title: 'Prometheus does not let Stoa in' },
  monitorMalformed: { status: 502, code: 502, title: 'What answers is not Prometheus' },
  monitorRefused: { status: 502, code: 502, title: 'Prometheus rejects every query' },
  monitorTooLarge: { status: 502, code: 502, title: 'Prometheus answers with too much' },
  monitorBusy: { status: 503, code: 503, title: 'Prometheus starts, or has too many requests' },
  monitorTooSlow: { status: 504, code: 504, title: 'Prometheus answers too slowly' },
  preconditionFailed: { status: 412, code: 412, title: 'The rule is not the one that If-Match names' },
  managedElsewhere: { status: 409, code: 409, title: 'The object is managed from elsewhere' },
  ruleChanged: { status: 409, code: 409, title: 'The rule has changed meanwhile' },
  tooManyRequests: { status: 429, code: 429, title: 'There are too many requests' },
  tooSlow: { status: 408, code: 408, title: 'The request comes too slowly' },
  headersTooLarge: { status: 431, code: 431, title: 'The headers are too large' },
  tooLarge: { status: 413, code: 413, title: 'The request is too large' },
  notJson: { status: 415, code: 415, title: 'The body is not plain JSON' },
  regionUnreachable: { status: 502, code: 502, title: 'The region does not answer' },
  unavailable: { status: 503, code: 503, title: 'The Kubernetes API is busy' },
  ambiguous: { status: 504, code: 504, title: 'It is not known whether the request took effect' },
  internal: { status: 500, code: 10401, title: 'Something went wrong here' },
} as const;

export type ProblemName = keyof typeof PROBLEMS;

/** HTTP status of an error, and the `code` in its body. */
export interface StatusAndCode {
  readonly status: number;
  readonly code: number;
}

/** An error response of the API. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly problem: ProblemName;
  readonly fields: readonly FieldProblem[];
  /** Those of the table, unless an app store's response is passed on. */
  readonly statusAndCode: StatusAndCode;

  constructor(
    problem: ProblemName,
    detail: string,
    fields: readonly FieldProblem[] = [],
    statusAndCode: StatusAndCode = PROBLEMS[problem],
  ) {
    super(detail);
    this.problem = problem;
    this.fields = fields;
    this.statusAndCode = statusAndCode;
  }
}

/** The Problem `tooManyRequests`, with the seconds of the header Retry-After. */
export class Throttled extends Problem {
  readonly retryAfterSeconds: number;

  constructor(detail: string, retryAfterSeconds: number) {
    super('tooManyRequests', `${detail}; try again in ${retryAfterSeconds} s`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Body of an error response: RFC 9457 with the members that clients of the contract read. Clients show its texts, which
 * may quote the request and what the cluster says: nothing is hidden in them.
 */
export function problemBody(
  { problem, message, fields, statusAndCode: { status, code } }: Problem,
  requestId: string,
): ProblemBody {
  const { title } = PROBLEMS[problem];
  const detail = visible(message);
  const errors = fields.map((each) => ({ field: visible(each.field), message: visible(each.message) }));
  return {
    type: typeOf(problem),
    title,
    status,
    detail,
    code,
    msg: detail,
    msg_show: title,
    request_id: requestId,
    ...(errors.length > 0 ? { errors, err: nestedErrors(errors) } : {}),
  };
}

/** Problem type URI of an error; it need not be resolvable (RFC 9457, 3.1.1). */
export function typeOf(problem: ProblemName): string {
  return `https://stoa.dev/problems/${problem.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** A Problem of some fields, whose detail says what is wrong with each. */
export function problemOfFields(problem: ProblemName, fields: readonly FieldProblem[]): Problem {
  return new Problem(problem, fields.map(({ field, message }) => `${field}: ${message}`).join('; '), fields);
}

/** The Problem `invalid` for the given fields. */
export function invalidFields(fields: readonly FieldProblem[]): Problem {
  return problemOfFields('invalid', fields);
}

/** A Problem of fields below a level, with their names as they are without it: `http.domain_name` → `domain_name`. */
export function withoutLevel({ problem, fields }: Problem, level: string): Problem {
  const start = `${level}.`;
  return problemOfFields(
    problem,
    fields.map(({ field, message }) => ({
      field: field.startsWith(start) ? field.slice(start.length) : field,
      message,
    })),
  );
}
