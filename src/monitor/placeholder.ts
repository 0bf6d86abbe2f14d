import { perEngine } from '../engines/index.ts';

/** Placeholders by name, with the series of one component that their label matchers select. */
export const PLACEHOLDERS = {
  ...perEngine(({ series }) => series),
  component: 'series with the id of the component as `service_id`, and its `namespace`',
  rainbond: 'series with the id of the component as `service_id`, of any namespace or none',
  pods: 'series of the pods of the component: `namespace` and `pod`',
  services: 'series of the Services of the component: `namespace` and `service`',
} as const;

/** Name of a placeholder, such as `$traefik` inside the braces of a template's selector. */
type Placeholder = keyof typeof PLACEHOLDERS;

/** Label matchers of one component for each placeholder; undefined where it has no such series. */
export type Matchers = Readonly<Record<Placeholder, string | undefined>>;

const PLACEHOLDER = /\$(\w+)/g;

/** A template with its placeholders replaced; undefined where `matcherOf` has no matcher for one of them. Pure. */
export function fill(
  template: string,
  matcherOf: (placeholder: Placeholder) => string | undefined,
): string | undefined {
  let complete = true;
  const filled = template.replaceAll(PLACEHOLDER, (whole, name: string) => {
    if (!isPlaceholder(name)) {
      return whole;
    }
    const matcher = matcherOf(name);
    complete &&= matcher !== undefined;
    return matcher ?? '';
  });
  return complete ? filled : undefined;
}

function isPlaceholder(name: string): name is Placeholder {
  return Object.hasOwn(PLACEHOLDERS, name);
}
