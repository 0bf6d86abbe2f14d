import type { Registry } from './component.ts';
import type { WireComponent, WireRegistry } from './schema.ts';

/** Image of a component or plugin: `share_image`, or `image` where that is empty. */
export function imageOf({ share_image, image }: Pick<WireComponent, 'share_image' | 'image'>): string {
  return share_image || image;
}

/** Whether a text can be an image such as `registry.example.com/shop/web:1.0`. */
export function isImage(text: string): boolean {
  return /^[!-~]+$/.test(text);
}

/** Registry of an image, with its credentials. */
export function registryOf({ hub_url, hub_user, hub_password }: WireRegistry): Registry {
  return { url: hub_url, user: hub_user, password: hub_password };
}
