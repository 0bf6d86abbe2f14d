/** Part of the window that a sign-in uses. */
export interface Page {
  readonly location: { readonly href: string; assign(url: string): void };
  readonly history: { replaceState(data: null, unused: '', url: string): void };
  /** Storage of the tab. */
  readonly sessionStorage: Storage;
}

/** Address of the page without query and hash. */
export function baseOf({ location }: Pick<Page, 'location'>): string {
  const { origin, pathname } = new URL(location.href);
  return `${origin}${pathname}`;
}
