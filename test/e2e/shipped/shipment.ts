import { join } from 'node:path';
import { EXAMPLE_IMAGE } from '../../../deploy/image/example.ts';
import { stoaImage } from '../../../deploy/image/image.ts';
import { repository } from '../../../deploy/local/repository.ts';
import { ECHO, imagesIn, RETIRING_IMAGE } from './images.ts';

/** Charts that a run installs, and the images of all its pods. */
export interface Shipment {
  /** Origin of the charts. */
  readonly source: string;
  /** Arguments of Helm that name each chart. */
  readonly charts: { readonly stoa: readonly string[]; readonly kinds: readonly string[] };
  /** Values of the chart that name its image, before the upgrade and after it. */
  readonly imageValues: { readonly before: object; readonly after: object };
  /** Archives of the images. */
  readonly archives: readonly string[];
  /** Stops what was started for it. */
  close(): Promise<void>;
}

/** Images of Stoa before and after the upgrade: the same image under two names. */
const STOA_IMAGES = { before: 'stoa:e2e-1', after: 'stoa:e2e-2' };

/** Charts of this checkout, and images that are built of it into a folder. */
export async function shipmentOfCheckout(images: string, signal: AbortSignal): Promise<Shipment> {
  const { before, after } = STOA_IMAGES;
  const plans = {
    'stoa.tar': stoaImage(before, after, RETIRING_IMAGE),
    'example.tar': EXAMPLE_IMAGE,
    'echo.tar': ECHO,
  };
  const deploy = join(repository.root, 'deploy');
  return {
    source: 'the checkout',
    charts: { stoa: [join(deploy, 'chart')], kinds: [join(deploy, 'chart-crds')] },
    imageValues: { before: imageValues(before), after: imageValues(after) },
    archives: await imagesIn(images, plans, signal),
    close: () => Promise.resolve(),
  };
}

function imageValues(name: string): object {
  const [repository, tag] = name.split(':');
  return { image: { repository, tag } };
}
