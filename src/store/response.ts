import { z } from 'zod';
import { problemsOf } from '../api/issue.ts';
import { present } from '../base/fields.ts';
import { shapeProblem } from '../base/jsonshape.ts';
import { clipped } from '../base/text.ts';
import type { StoreRefusal } from './refusal.ts';

/** Result of a fetch: the value, or a refusal. */
export type Fetched<T> =
  | { readonly type: 'found'; readonly value: T }
  | { readonly type: 'refused'; readonly refusal: StoreRefusal };

/** An application model as a store lists it. */
export interface StoreApp {
  readonly name: string;
}

/** One version of an application model. */
export interface StoreVersion {
  /** Model as the publisher wrote it: JSON, not parsed yet. */
  readonly template: string;
  /** Release of the platform that the version was published with, such as `v5.17.1-release`; undefined if unknown. */
  readonly publishedWith?: string;
}

/** Registry of the images of a model. */
export interface StoreHub {
  readonly url: string;
  readonly user?: string;
  readonly password?: string;
  readonly namespace?: string;
}

/** Most characters of a member of a registry: the longest are keys of cloud accounts, as passwords. */
const MAX_TEXT = 8_192;

/** Optional member; an empty text counts as missing. */
const optionalText = z.preprocess(
  (value) => (value === '' ? undefined : (value ?? undefined)),
  z.string().max(MAX_TEXT).optional(),
);

/** Answer to the request for an application; `versionsResponse` reads the versions in it. */
export const appResponse = z
  .object({ name: z.string().min(1) })
  .transform(({ name }): StoreApp => ({ name }));

/** Most versions of an application model that are read, and most characters of one, as in the spec of an install. */
const MAX_VERSIONS = 500;
const MAX_VERSION = 64;

/** Versions in the answer to the request for an application; entries that name none are left out. */
export const versionsResponse = z
  .object({ versions: z.array(z.unknown()).nullish() })
  .transform(({ versions }): readonly string[] =>
    [
      ...new Set((versions ?? []).flatMap((entry) => namedVersion.safeParse(entry).data?.appVersion ?? [])),
    ].slice(0, MAX_VERSIONS),
  );

/** Most characters of a name or a description in a list; the rest is cut. */
const MAX_SHOWN = 300;

const shownText = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === 'string' ? clipped(value, MAX_SHOWN) : ''));

/** An application model as stores describe it. */
const described = z.object({ name: shownText, desc: shownText, versions: z.array(z.unknown()).nullish() });

/** Answer to the request for an application, for people. */
export const shownAppResponse = described.transform(shown);

const listedApp = described
  .extend({ appKeyID: z.string().min(1).max(MAX_VERSION) })
  .transform((app) => ({ id: app.appKeyID, ...shown(app) }));

function shown({ name, desc: description, versions }: z.infer<typeof described>) {
  return { name, description, versions: versionsResponse.parse({ versions }), order: 'unknown' as const };
}

/** Answer to the request for a list of applications; entries of another form are left out. */
export const appsResponse = z
  .object({ apps: z.array(z.unknown()).nullish(), total: z.int().min(0).nullish() })
  .transform(({ apps, total }) => {
    const found = (apps ?? []).flatMap((entry) => listedApp.safeParse(entry).data ?? []);
    return { apps: found, total: Math.max(total ?? 0, found.length) };
  });

const namedVersion = z.object({ appVersion: z.string().min(1).max(MAX_VERSION) });

/** Most characters of a release that are read. */
const MAX_RELEASE = 64;

/** Release of a platform; anything else than a text counts as missing. */
const release = z
  .unknown()
  .optional()
  .transform((value) =>
    typeof value === 'string' && value !== '' ? value.slice(0, MAX_RELEASE) : undefined,
  );

/** Answer to the request for a version. Text that is not Unicode has no bytes that a digest could stand for. */
export const versionResponse = z
  .object({
    template: z
      .string()
      .min(1)
      .refine((text) => text.isWellFormed(), 'must be Unicode'),
    rainbondVersion: release,
  })
  .transform(
    ({ template, rainbondVersion: publishedWith }): StoreVersion => ({
      template,
      ...present({ publishedWith }),
    }),
  );

/** Answer to the request for the registry; undefined where the store names none. */
export const hubResponse = z
  .object({
    hubURL: optionalText,
    hubUser: optionalText,
    hubPassword: optionalText,
    namespace: optionalText,
  })
  .transform(({ hubURL: url, hubUser: user, hubPassword: password, namespace }): StoreHub | undefined =>
    url === undefined
      ? undefined
      : {
          url,
          ...present({ user, password, namespace }),
        },
  );

/** Bounds of a response: those of stores have three levels, and the template in one is a single text. */
const BOUNDS = { levels: 32, values: 100_000 };

/** Reads a response, in time that does not depend on the store; members that are not in the schema are ignored. Pure. */
export function read<T>(bytes: Uint8Array, schema: z.ZodType<T>): Fetched<T> {
  const excess = shapeProblem(bytes, BOUNDS);
  if (excess !== undefined) {
    return { type: 'refused', refusal: { type: 'malformed', problems: excess } };
  }
  const parsed = jsonOf(bytes);
  if (parsed === undefined) {
    return { type: 'refused', refusal: { type: 'not-json' } };
  }
  const { success, data, error } = schema.safeParse(parsed.value, { reportInput: true });
  if (success) {
    return { type: 'found', value: data };
  }
  const problems = problemsOf(error).map(({ path, message }) => `${path || 'answer'} ${message}`);
  return { type: 'refused', refusal: { type: 'malformed', problems: problems.join('; ') } };
}

function jsonOf(bytes: Uint8Array): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    return undefined;
  }
}
