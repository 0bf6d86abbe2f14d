import type { Model } from '../../src/model/read/model.ts';
import { parseModel } from '../../src/model/read/parse.ts';
import type { AddressRange } from '../../src/store/guard.ts';
import { atOnce } from './gradual.ts';

/** A map of a template, in the publishers' format. */
export type Wire = Readonly<Record<string, unknown>>;

/** A complete component; `fields` override it. */
export function app(key: string, fields: Wire = {}): Wire {
  return {
    service_key: key,
    service_share_uuid: `${key}+${key}`,
    service_cname: key,
    share_image: `registry.example.com/${key}:1`,
    ...fields,
  };
}

/** Text of a template. */
export function templateOf(apps: readonly unknown[], fields: Wire = {}): string {
  return JSON.stringify({ template_version: 'v2', apps, ...fields });
}

/** Model of a valid template. */
export function modelOf(
  apps: readonly unknown[],
  fields: Wire = {},
  allowed: readonly AddressRange[] = [],
): Model {
  const parsed = atOnce(parseModel(templateOf(apps, fields), allowed));
  if (parsed.type === 'refused') {
    throw new Error(parsed.message);
  }
  return parsed.model;
}
