import { mebibytes } from '../../allowed/quantity.ts';
import { MAX_NAMED, type PowersLine, TOPICS } from '../../api/powers.ts';
import type { Mask } from '../../objects/mask.ts';
import type { Power } from './power.ts';

/** Lines on the powers of a version, one for each topic, with those that it gains. Pure. */
export function powersLines(powers: readonly Power[], more: readonly Power[], mask: Mask): PowersLine[] {
  const news = new Set(more);
  return TOPICS.flatMap((topic) => {
    const about = powers.filter((each) => each.topic === topic);
    const named = (some: readonly Power[]) => shortened(some.map((each) => mask(powerText(each))));
    const same = named(about.filter((each) => !news.has(each)));
    return about.length === 0 ? [] : [{ topic, same, gained: named(about.filter((each) => news.has(each))) }];
  });
}

/** Words of a power, with the size of a volume. Pure. */
export function powerText({ what, bytes }: Power): string {
  return bytes === undefined ? what : `${what} (${mebibytes(bytes / 2 ** 20)})`;
}

/** Texts that fit, the last of which counts the others. */
function shortened(texts: readonly string[]): string[] {
  const shown = texts.length <= MAX_NAMED ? texts : texts.slice(0, MAX_NAMED - 1);
  return shown.length === texts.length ? [...texts] : [...shown, `and ${texts.length - shown.length} more`];
}
