import { Pool } from 'undici';
import { pathOf } from '../../src/kube/resource.ts';
import { GATEWAY_RULE_TYPE, GATEWAY_RULES } from '../../src/objects/stoa.ts';
import { ruleName } from '../../src/rest/resources/rules/create.ts';
import { effective } from '../../src/rule/effective.ts';
import { componentOf } from './owner.ts';

/** Key data of a rule to create. */
interface WantedRule {
  readonly application: number;
  readonly host: string;
}

/** A response other than the acknowledgement of a rule. */
export class NotAcknowledged extends Error {
  readonly status: number;

  constructor(host: string, status: number, text: string) {
    super(`${host}: ${status} ${text.slice(0, 300)}`);
    this.status = status;
  }
}

/** An interface through which rules are created. */
export interface Door {
  /** Creates a rule. Throws NotAcknowledged or network errors. */
  create(rule: WantedRule): Promise<void>;
  close(): Promise<void>;
}

/** Target URL, credentials and concurrency of a door. */
export interface DoorOptions {
  readonly url: string;
  /** CA of the server in PEM; absent for plain HTTP. */
  readonly ca?: string;
  readonly token: string;
  readonly namespace: string;
  readonly connections: number;
}

/** Door through the REST API: the operation "create a gateway policy" of the contract. */
export function restDoor(options: DoorOptions): Door {
  return doorOf(options, 200, ({ application, host }) => ({
    path: `/openapi/v1/teams/bench/regions/local/apps/${application}/domains`,
    body: {
      protocol: 'http',
      http: {
        service_id: componentOf(application),
        container_port: 8080,
        domain_name: host,
        whether_open: true,
      },
    },
  }));
}

/** Door through the API server: the resulting write, sent by the same caller. */
export function rawDoor(options: DoorOptions): Door {
  const { namespace } = options;
  return doorOf(options, 201, ({ application, host }) => {
    const http = {
      serviceId: componentOf(application),
      containerPort: 8080,
      domainName: host,
      whetherOpen: true,
    };
    const spec = { appId: application, protocol: 'http' as const, http };
    return {
      path: `${pathOf(GATEWAY_RULES, { namespace })}?fieldManager=stoa-rest&fieldValidation=Strict`,
      body: {
        ...GATEWAY_RULE_TYPE,
        metadata: { name: ruleName(effective(spec), new Set()), namespace },
        spec,
      },
    };
  });
}

interface Post {
  readonly path: string;
  readonly body: unknown;
}

function doorOf(
  { url, ca, token, connections }: DoorOptions,
  acknowledged: number,
  postOf: (rule: WantedRule) => Post,
): Door {
  const pool = new Pool(url, { connections, ...(ca === undefined ? {} : { connect: { ca } }) });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  return {
    create: async (rule) => {
      const { path, body } = postOf(rule);
      const answer = await pool.request({ method: 'POST', path, headers, body: JSON.stringify(body) });
      const text = await answer.body.text();
      if (answer.statusCode !== acknowledged) {
        throw new NotAcknowledged(rule.host, answer.statusCode, text);
      }
    },
    close: () => pool.destroy(),
  };
}
