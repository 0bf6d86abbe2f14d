import { type OciPlace, ociPlaceOf } from '../../registry/ociplace.ts';
import { UsageError } from '../options.ts';

/** Place of a version in a registry. */
export interface TaggedPlace extends OciPlace {
  /** URL without the tag. */
  readonly url: string;
  readonly tag: string;
}

const TAG = /^\w[\w.-]{0,127}$/;

/** Place that a URL such as `oci://registry.example.com/models/shop:1.0` names. Throws UsageError. Pure. */
export function taggedPlaceOf(text: string): TaggedPlace {
  const [, url = '', tag = ''] = /^(oci:\/\/[^/]+\/.+):([^:/]*)$/.exec(text) ?? [];
  const place = ociPlaceOf(url);
  if (place === undefined || !TAG.test(tag)) {
    throw new UsageError(
      `${text} is no place in a registry: use one such as oci://registry.example.com/models/shop:1.0`,
    );
  }
  return { ...place, url, tag };
}
