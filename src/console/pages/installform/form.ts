import type { components } from '../../../client/paths.d.ts';
import { applicationPath } from '../../api/paths.ts';
import type { ApplicationPath, Post } from '../../api/post.ts';
import type { Store } from '../../api/records.ts';

/** Body of an install. */
type InstallBody = components['schemas']['Install'];

/** Override of one component, as somebody types it. */
export interface OverrideRow {
  readonly component: string;
  readonly replicas: string;
  readonly imageTag: string;
  readonly cpu: string;
  readonly memory: string;
  /** Lines such as `LOG_LEVEL=debug`. */
  readonly envs: string;
}

/** An install, as somebody fills it in. */
export interface InstallForm {
  readonly store: Store;
  /** Access key that is typed once; empty where none is. */
  readonly key: string;
  readonly app: string;
  readonly version: string;
  /** Values of a chart; undefined while they cannot be read. */
  readonly values: Readonly<Record<string, unknown>> | undefined;
  readonly overrides: readonly OverrideRow[];
  readonly deploy: boolean;
}

/** Form without anything in it. */
export const EMPTY_FORM: InstallForm = {
  store: { url: '', type: 'rainstore', domain: '', secret: '' },
  key: '',
  app: '',
  version: '',
  values: {},
  overrides: [],
  deploy: true,
};

/** Row of overrides without anything in it. */
export const EMPTY_ROW: OverrideRow = {
  component: '',
  replicas: '',
  imageTag: '',
  cpu: '',
  memory: '',
  envs: '',
};

/** Parts that a form lacks before it can be planned; empty where nothing is missing. */
export function missingIn({ store, app, version, values, overrides }: InstallForm): readonly string[] {
  return [
    ...(store.url === '' ? ['the address of the store'] : []),
    ...(app === '' ? ['what to install'] : []),
    ...(version === '' ? ['the version'] : []),
    ...(values === undefined ? ['values that can be read'] : []),
    ...overrides.flatMap(problemsOfRow),
  ];
}

function problemsOfRow(row: OverrideRow): readonly string[] {
  if (Object.entries(row).every(([name, text]) => name === 'component' || text.trim() === '')) {
    return [];
  }
  return [
    ...(row.component.trim() === '' ? ['the component of each override'] : []),
    ...(/^\d*$/.test(row.replicas.trim()) ? [] : [`a number of pods of ${row.component}`]),
    ...linesOf(row.envs).flatMap((line) =>
      line.indexOf('=') > 0 ? [] : [`a value for the env ${line} of ${row.component}, as NAME=value`],
    ),
  ];
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

/** Body of the install of a form. */
export function bodyOf(form: InstallForm): Partial<InstallBody> {
  const { store, key, app, version, values = {}, overrides } = form;
  const isChart = store.type === 'helm';
  const rows = isChart ? [] : overridesOf(overrides);
  return {
    market_url: store.url,
    market_type: store.type,
    ...(store.type === 'rainstore' ? { market_domain: store.domain } : {}),
    ...(key === '' ? {} : { market_access_key: key }),
    ...(key !== '' || store.secret === '' ? {} : { access_key_secret: store.secret }),
    app_model_id: app,
    app_model_version: version,
    ...(isChart && Object.keys(values).length > 0 ? { values: { ...values } } : {}),
    ...(rows.length === 0 ? {} : { overrides: [...rows] }),
  };
}

type Override = NonNullable<InstallBody['overrides']>[number];

function overridesOf(rows: readonly OverrideRow[]): readonly Override[] {
  return rows.map(overrideOf).filter((override) => Object.keys(override).length > 1);
}

function overrideOf(row: OverrideRow): Override {
  const { replicas, imageTag, cpu, memory } = row;
  const envs = linesOf(row.envs).map((line) => {
    const at = line.indexOf('=');
    return { name: line.slice(0, at).trim(), value: line.slice(at + 1) };
  });
  const limits = {
    ...(cpu.trim() === '' ? {} : { cpu: cpu.trim() }),
    ...(memory.trim() === '' ? {} : { memory: memory.trim() }),
  };
  return {
    component: row.component.trim(),
    ...(replicas.trim() === '' ? {} : { replicas: Number(replicas) }),
    ...(imageTag.trim() === '' ? {} : { image_tag: imageTag.trim() }),
    ...(Object.keys(limits).length === 0 ? {} : { resources: { limits } }),
    ...(envs.length === 0 ? {} : { envs }),
  };
}

/** Write that makes the install of a form. */
export function writeOf(place: ApplicationPath, form: InstallForm): Post {
  return {
    method: 'POST',
    path: `${applicationPath(place)}/install?is_deploy=${form.deploy}`,
    body: bodyOf(form),
  };
}

/** The same write as others may see it: an access key is none of it. */
export function shownWriteOf(write: Post, { key }: InstallForm): Post {
  return key === ''
    ? write
    : { ...write, body: { ...(write.body as object), market_access_key: '(the access key)' } };
}

/** The MarketInstall of a form, as kubectl would apply it; its name is a proposal. */
export function manifestOf(appId: string, form: InstallForm): object {
  const { store, key, app, version, values = {}, overrides, deploy } = form;
  const isChart = store.type === 'helm';
  const rows = isChart ? [] : overridesOf(overrides).map(specOf);
  const secret = key === '' ? store.secret : `${nameOf(app)}-access-key`;
  return {
    apiVersion: 'stoa.dev/v1alpha1',
    kind: 'MarketInstall',
    metadata: { name: nameOf(app) },
    spec: {
      appId: Number(appId),
      market: {
        type: store.type,
        url: store.url,
        ...(store.type === 'rainstore' ? { domain: store.domain } : {}),
        ...(secret === '' ? {} : { accessKeySecretRef: { name: secret } }),
      },
      appModelId: app,
      appModelVersion: version,
      ...(isChart && Object.keys(values).length > 0 ? { values } : {}),
      ...(rows.length === 0 ? {} : { overrides: rows }),
      deploy,
    },
  };
}

/** Name that an object may have, after that of an application model. */
function nameOf(app: string): string {
  const name = app
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .filter((part) => part !== '')
    .join('-');
  return name === '' ? 'install' : name;
}

function specOf({ image_tag, ...rest }: Override): object {
  return { ...rest, ...(image_tag === undefined ? {} : { imageTag: image_tag }) };
}

/** Stores of installs, each once. */
export function storesOf(
  installs: readonly {
    readonly market_url: string;
    readonly market_domain: string;
    readonly market_type: string;
  }[],
): readonly Store[] {
  const stores = installs.map(({ market_url: url, market_domain: domain, market_type }): Store => {
    const type = market_type === 'helm' || market_type === 'oci' ? market_type : 'rainstore';
    return { url, domain, type, secret: '' };
  });
  return [...new Map(stores.map((store) => [JSON.stringify(store), store])).values()];
}
