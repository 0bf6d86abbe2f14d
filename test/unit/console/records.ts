import type { components } from '../../../src/client/paths.d.ts';

type HttpRecord = components['schemas']['HttpRecord'];

/** Record of an http rule of the component web, with the given members. */
export function recordOf(members: object): HttpRecord {
  const record: HttpRecord = {
    ID: 1,
    region_id: 'local',
    tenant_id: 'shop',
    service_id: 'web',
    service_name: 'web',
    service_alias: 'web',
    container_port: 8080,
    is_outer_service: true,
    rule_extensions: [],
    http_rule_id: 'a1',
    domain_name: 'shop.example.com',
    protocol: 'http',
    certificate_id: 0,
    domain_type: 'www',
    is_senior: false,
    domain_path: '/',
    domain_cookie: '',
    domain_heander: '',
    type: 1,
    the_weight: 100,
    auto_ssl: false,
    auto_ssl_config: '',
    path_rewrite: false,
    rewrites: '[]',
  };
  return { ...record, ...members };
}
