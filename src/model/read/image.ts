import type { Diagnostics } from './diagnostics.ts';
import type { WireComponent, WireRegistry } from './format.ts';

/** Image registry with its credentials; empty where the model has none. */
export interface Registry {
  readonly url: string;
  readonly user: string;
  readonly password: string;
}

/** Image of a component or plugin: `share_image`, or `image` where that is empty. */
export function imageOf({ share_image, image }: Pick<WireComponent, 'share_image' | 'image'>): string {
  return share_image || image;
}

/** Whether a text can be an image such as `registry.example.com/shop/web:1.0`. */
export function isImage(text: string): boolean {
  return /^[!-~]+$/.test(text);
}

/** Registry of an image, with its credentials; `path` is where a registry without encryption is told. */
export function registryOf(
  { hub_url, hub_user, hub_password }: WireRegistry,
  path: string,
  diagnostics: Diagnostics,
): Registry {
  if (/^http:\/\//i.test(hub_url)) {
    diagnostics.addNotApplied(
      path,
      'nodes pull images by HTTPS, unless their container runtimes are configured for this registry over HTTP',
    );
  }
  return { url: hub_url, user: hub_user, password: hub_password };
}
