/** Views of an application, in the order of their tabs. */
export const VIEWS = ['Topology', 'Rules', 'Components', 'Installs', 'Events'] as const;

/** View of an application. */
export type View = (typeof VIEWS)[number];

/** View that an address asks for; none where it names no such one. */
export function viewOfSearch({ view }: Readonly<Record<string, unknown>>): { readonly view?: View } {
  const found = VIEWS.find((each) => each === view);
  return found === undefined ? {} : { view: found };
}
