import type { Express, Response } from 'express';
import { gatewayRuleBody, recordOf } from '../contract/rule/record.ts';
import { APPLICATION, scopeOf } from '../scope.ts';
import { createRule, deleteRule, editRule, findRule, readSince, readSource } from './domains.ts';
import { etagOf, requireMatch } from './etag.ts';

/** One way to address the rules of an application, and to write the body of one. */
interface Collection {
  readonly path: string;
  readonly protocols: readonly string[];
  /** A body in the form of the contract's PostGatewayRule. */
  readonly asRule: (body: unknown) => unknown;
}

const DOMAINS: Collection = {
  path: `${APPLICATION}/domains`,
  protocols: ['http', 'tcp'],
  asRule: (body) => body,
};

/** The same for http rules only, as older clients of the contract's original know it. */
const HTTP_DOMAINS: Collection = {
  path: `${APPLICATION}/httpdomains`,
  protocols: ['http'],
  asRule: (http) => ({ protocol: 'http', http }),
};

/** The operations on the rules of an application. */
export function addRules(app: Express): void {
  app.get(DOMAINS.path, async ({ query }, response) => {
    const { http, tcp } = await listed(response);
    response.json({ ...(query.query === 'tcp' ? {} : { http }), ...(query.query === 'http' ? {} : { tcp }) });
  });
  app.post(DOMAINS.path, async ({ body }, response) => {
    const scope = scopeOf(response);
    const rule = await createRule(scope, body);
    response.json(gatewayRuleBody(await readSince(scope, rule)));
  });
  app.get(HTTP_DOMAINS.path, async (_request, response) => {
    response.json((await listed(response)).http);
  });
  app.post(HTTP_DOMAINS.path, async ({ body }, response) => {
    const scope = scopeOf(response);
    const rule = await createRule(scope, HTTP_DOMAINS.asRule(body));
    response.status(201).json(recordOf(rule, await readSince(scope, rule)));
  });
  for (const collection of [DOMAINS, HTTP_DOMAINS]) {
    addOneRule(app, collection);
  }
}

function addOneRule(app: Express, { path, protocols, asRule }: Collection): void {
  app
    .route(`${path}/:rule_id`)
    .get(async ({ params }, response) => {
      const source = await readSource(scopeOf(response));
      const rule = findRule(source, params.rule_id, protocols);
      response.set('etag', etagOf(rule, source)).json(recordOf(rule, source));
    })
    .put(async ({ params, headers, body }, response) => {
      const scope = scopeOf(response);
      const source = await readSource(scope);
      const rule = findRule(source, params.rule_id, protocols);
      requireMatch(headers['if-match'], etagOf(rule, source));
      const edited = await editRule(scope, rule, asRule(body), source);
      response.json(recordOf(edited, await readSource(scope)));
    })
    .delete(async ({ params, headers }, response) => {
      const scope = scopeOf(response);
      const source = await readSource(scope);
      const rule = findRule(source, params.rule_id, protocols);
      requireMatch(headers['if-match'], etagOf(rule, source));
      await deleteRule(scope, rule);
      response.json(recordOf(rule, source));
    });
}

async function listed(response: Response) {
  return gatewayRuleBody(await readSource(scopeOf(response)));
}
