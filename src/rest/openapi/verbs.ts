import type { Express } from 'express';
import { Problem } from '../problem/problem.ts';
import { OPERATIONS } from './operations.ts';

/** Refuses other verbs on the paths of operations, and says which there are (RFC 9110, 15.5.6). */
export function refuseOtherVerbs(app: Express): void {
  for (const [path, operations] of Map.groupBy(OPERATIONS, (operation) => operation.path)) {
    const allowed = operations.map(({ method }) => method.toUpperCase()).join(', ');
    app.route(path.replaceAll(/\{(\w+)\}/g, ':$1')).all((request, response) => {
      response.set('allow', allowed);
      throw new Problem('verbNotServed', `${request.method} is not served here; there is ${allowed}`);
    });
  }
}
