import type { NotApplied } from '../api/marketinstall.ts';
import type { Override } from '../api/overrides.ts';
import { changedAt, type Fields, fieldAt, fieldsOf } from '../base/fields.ts';
import { withTag } from '../source/image.ts';
import { isWorkloadKind, WORKLOAD_KINDS } from '../workload/kinds.ts';
import type { ChartObject, RenderedChart, SourcedObject } from './rendering.ts';

/** Chart with the images that an install sets. */
interface ImagedChart {
  readonly chart: RenderedChart;
  /** Overrides that do not fit the chart. */
  readonly problems: readonly NotApplied[];
}

/** Image that an install sets of a component. */
type ImageOverride = Pick<Override, 'image' | 'imageTag'>;

/** Component with its containers, and the path of its pods. */
interface Target {
  readonly object: ChartObject;
  readonly containers: readonly Fields[];
  readonly path: readonly string[];
}

/** Chart whose components have the images that an install sets; all else is for its values. Pure. */
export function withImages(chart: RenderedChart, overrides: readonly Override[]): ImagedChart {
  if (overrides.length === 0) {
    return { chart, problems: [] };
  }
  const targets = [...chart.objects, ...chart.hooks].flatMap(({ object }) => targetOf(object) ?? []);
  const problems: NotApplied[] = [];
  const images = new Map<ChartObject, ImageOverride>();
  for (const { component, image, imageTag } of overrides) {
    const path = `${pathOf(component)}.component`;
    const found = soleTarget(targets, component);
    if ('why' in found) {
      problems.push({ path, why: found.why });
    } else if (images.has(found.object)) {
      problems.push({ path, why: 'another entry is for the same component' });
    } else {
      images.set(found.object, { ...(image && { image }), ...(imageTag && { imageTag }) });
    }
  }
  const imaged = <T extends SourcedObject>(each: T): T => ({
    ...each,
    object: withImage(each.object, images.get(each.object)),
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
      path: `${pathOf(component)}.${field}`,
      why: 'of a chart, image and imageTag alone can be set here: use spec.values',
    })),
  );
}

function pathOf(component: string): string {
  return `spec.overrides[${component}]`;
}

function targetOf(object: ChartObject): Target | undefined {
  if (!isWorkloadKind(object.kind)) {
    return undefined;
  }
  const path = ['spec', ...WORKLOAD_KINDS[object.kind].templatePath, 'spec'];
  const containers = fieldAt(object, [...path, 'containers']);
  return { object, path, containers: Array.isArray(containers) ? containers.map(fieldsOf) : [] };
}

/** Component of a key or name with one container, or the reason why there is none. */
function soleTarget(targets: readonly Target[], component: string): Target | { readonly why: string } {
  const byKey = targets.filter(({ object }) => `${object.kind}/${nameIn(object)}` === component);
  const found = byKey.length > 0 ? byKey : targets.filter(({ object }) => nameIn(object) === component);
  const [only, ...others] = found;
  if (only === undefined) {
    return { why: 'the chart has no component of this key or name' };
  }
  if (others.length > 0) {
    return { why: 'several components have this name; name one by its key, such as Deployment/web' };
  }
  return only.containers.length === 1
    ? only
    : { why: 'its pods have several containers: set their images by spec.values' };
}

function nameIn({ metadata }: ChartObject): unknown {
  return fieldsOf(metadata).name;
}

function withImage(object: ChartObject, override: ImageOverride | undefined): ChartObject {
  const target = targetOf(object);
  if (override === undefined || target === undefined) {
    return object;
  }
  const { image: own } = target.containers[0] ?? {};
  const { imageTag } = override;
  const image =
    imageTag !== undefined && typeof own === 'string' ? withTag(own, imageTag) : (override.image ?? own);
  const change = (pod: Fields): Fields => ({
    ...pod,
    containers: target.containers.map((container) => ({ ...container, image })),
  });
  return { ...object, ...changedAt(object, target.path, change) };
}
