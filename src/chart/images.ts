import type { NotApplied } from '../api/marketinstall.ts';
import type { Override } from '../api/overrides.ts';
import { changedAt, type Fields, fieldAt, fieldsOf } from '../base/fields.ts';
import { withTag } from '../source/image.ts';
import { matchOverrides, type NamedComponent, overridePath } from '../source/override.ts';
import { isWorkloadKind, WORKLOAD_KINDS } from '../workload/kinds.ts';
import type { ChartObject, RenderedChart, SourcedObject } from './rendering.ts';

/** Chart with the images that an install sets. */
interface ImagedChart {
  readonly chart: RenderedChart;
  /** Overrides that do not fit the chart. */
  readonly problems: readonly NotApplied[];
}

/** Component with its containers, and the path of its pods. */
interface Target extends NamedComponent {
  readonly object: ChartObject;
  readonly containers: readonly Fields[];
  readonly path: readonly string[];
}

/** Chart whose components have the images that an install sets; all else is for its values. Pure. */
export function withImages(chart: RenderedChart, overrides: readonly Override[]): ImagedChart {
  if (overrides.length === 0) {
    return { chart, problems: [] };
  }
  const targets = [...chart.objects, ...chart.hooks].flatMap(({ object }) => targetIn(object) ?? []);
  const { byKey, problems } = matchOverrides('chart', targets, overrides, ({ containers }) =>
    containers.length === 1 ? undefined : 'its pods have several containers: set their images by spec.values',
  );
  const images = new Map(
    targets.map((target) => [target.object, withImage(target, byKey.get(target.key) ?? {})]),
  );
  const imaged = <T extends SourcedObject>(each: T): T => ({
    ...each,
    object: images.get(each.object) ?? each.object,
  });
  return {
    chart: { ...chart, objects: chart.objects.map(imaged), hooks: chart.hooks.map(imaged) },
    problems,
  };
}

/** Parts of overrides that set no image, which have no effect on charts. Pure. */
export function otherOverrides(overrides: readonly Override[]): readonly NotApplied[] {
  return overrides.flatMap(({ component, image: _image, imageTag: _tag, ...others }) =>
    Object.keys(others).map((field) => ({
      path: `${overridePath({ component })}.${field}`,
      why: 'of a chart, image and imageTag alone can be set here: use spec.values',
    })),
  );
}

function targetIn(object: ChartObject): Target | undefined {
  if (!isWorkloadKind(object.kind)) {
    return undefined;
  }
  const name = String(fieldsOf(object.metadata).name);
  const path = ['spec', ...WORKLOAD_KINDS[object.kind].templatePath, 'spec'];
  const containers = fieldAt(object, [...path, 'containers']);
  return {
    key: `${object.kind}/${name}`,
    ...{ name, object, path },
    containers: Array.isArray(containers) ? containers.map(fieldsOf) : [],
  };
}

/** Object with the image or the tag that an install sets of its container. */
function withImage(
  { object, containers, path }: Target,
  { image, imageTag }: Pick<Override, 'image' | 'imageTag'>,
): ChartObject {
  if (image === undefined && imageTag === undefined) {
    return object;
  }
  const set = (own: unknown) =>
    imageTag !== undefined && typeof own === 'string' ? withTag(own, imageTag) : (image ?? own);
  const change = (pod: Fields): Fields => ({
    ...pod,
    containers: containers.map((container) => ({ ...container, image: set(container.image) })),
  });
  return { ...object, ...changedAt(object, path, change) };
}
