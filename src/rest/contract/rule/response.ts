import { z } from 'zod';
import { policySchema } from '../../../api/policy.ts';
import { namedObject } from '../schema.ts';

/** Members of the records of both protocols. */
const commonSchema = z.object({
  ID: z.int().describe('A number of the rule, which stays the same.'),
  region_id: z.string().describe('Region of the rule.'),
  tenant_id: z.string().describe('Team of the rule.'),
  service_id: z.string().describe('Component that the rule leads to.'),
  service_name: z.string().describe('Alias of the component.'),
  service_alias: z.string().describe('Name of the component that people see.'),
  container_port: z.int().describe('Port of the component.'),
  is_outer_service: z.boolean().describe('Whether the port is open to the outside.'),
});

/** Record of an http rule: contract 2.6. */
export const httpRecordSchema = namedObject('HttpRecord', {
  ...commonSchema.shape,
  rule_extensions: z.array(z.string()).describe('Settings beside the fields, each as key:value.'),
  http_rule_id: z.string().describe('The rule in paths: the uid of its GatewayRule without dashes.'),
  domain_name: z.string().describe('Host name that the rule answers for.'),
  protocol: z.enum(['http', 'https']).describe('https where the rule has a certificate.'),
  certificate_id: z.int().describe('Number of the certificate; 0 is none.'),
  domain_type: z.string().describe('Always www: the host is of the user.'),
  is_senior: z.boolean().describe('Whether a path, a cookie or a header is asked for.'),
  domain_path: z.string().describe('Path prefix that the rule answers for.'),
  domain_cookie: z.string().describe('Cookies that a request must carry, as name=value;name=value.'),
  domain_heander: z.string().describe('Headers that a request must carry, as name=value;name=value.'),
  type: z.int().describe('Always 1: the host is of the user.'),
  the_weight: z.int().describe('Share among rules with the same host, path and conditions.'),
  auto_ssl: z.boolean().describe('Whether the rule waits for a certificate from outside.'),
  auto_ssl_config: z.string().describe('How the certificate is obtained; empty where nothing is said.'),
  path_rewrite: z
    .boolean()
    .describe('Whether the component gets another path than the one that was asked for.'),
  rewrites: z
    .string()
    .describe('The change of the path, as text: a list of objects with regex, replacement and flag.'),
  policy: policySchema
    .describe('What the rule does beyond the contract; left out where that is nothing.')
    .optional(),
});

export type HttpRecord = z.infer<typeof httpRecordSchema>;

/** Record of a tcp rule: contract 2.6. */
export const tcpRecordSchema = namedObject('TcpRecord', {
  ...commonSchema.shape,
  tcp_rule_id: z.string().describe('The rule in paths: the uid of its GatewayRule without dashes.'),
  end_point: z
    .string()
    .describe(
      'Where the gateway listens, as ip:port or [ip]:port; a name or address of the configuration in place of 0.0.0.0.',
    ),
  protocol: z.string().describe('Protocol of the port of the component, tcp or udp.'),
  type: z.int().describe('0 where the rule has the port that the platform proposed, else 1.'),
  rule_extensions: z.string().describe('Settings beside the fields, as key:value,key:value.'),
});

export type TcpRecord = z.infer<typeof tcpRecordSchema>;

/** Records of an application's rules: contract 2.6. */
export const gatewayRuleSchema = namedObject('GatewayRule', {
  http: z.array(httpRecordSchema),
  tcp: z.array(tcpRecordSchema),
});

export type GatewayRuleBody = z.infer<typeof gatewayRuleSchema>;

/** Records of an application's rules, or of those of one protocol. */
export const gatewayRulesOfSchema = gatewayRuleSchema.partial().meta({ id: 'GatewayRulesOf' });

/** Record of an http rule with its region, team and application, in the list of all teams. */
export const placedRecordSchema = namedObject('PlacedHttpRecord', {
  ...httpRecordSchema.shape,
  rule_extensions: z.string().describe('Settings beside the fields, as key:value,key:value.'),
  region_name: z.string().describe('Region of the rule.'),
  team_name: z.string().describe('Team of the rule.'),
  app_id: z.int().describe('Application of the rule.'),
});

export type PlacedRecord = z.infer<typeof placedRecordSchema>;
