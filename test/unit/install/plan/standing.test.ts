import { describe, expect, it } from 'vitest';
import { requiredWrite } from '../../../../src/install/diff.ts';
import { FIELD_MANAGER } from '../../../../src/install/owned.ts';
import { withStandingTemplates } from '../../../../src/install/plan/standing.ts';
import type { KubeObject } from '../../../../src/kube/object.ts';
import { expand } from '../../../../src/model/build/expand.ts';
import { withDigest } from '../../../../src/objects/applied.ts';
import { AppliedObjects } from '../../../../src/objects/applies.ts';
import type { PlannedComponent } from '../../../../src/source/content.ts';
import { atOnce } from '../../../support/gradual.ts';
import { keptOf, surroundings } from '../../../support/install.ts';
import { app, modelOf } from '../../../support/template.ts';

interface Spec {
  readonly volumeClaimTemplates: readonly {
    readonly metadata: { readonly name: string };
    readonly spec: { readonly accessModes: readonly string[] };
  }[];
}

/** A StatefulSet with a claim per pod for each path. */
function planned(...paths: readonly string[]): PlannedComponent {
  const service_volume_map_list = paths.map((volume_path) => ({
    volume_name: volume_path.slice(1),
    volume_path,
    volume_type: 'share-file',
  }));
  const model = modelOf([app('db', { extend_method: 'state_multiple', service_volume_map_list })]);
  const [component] = atOnce(expand(model, keptOf(model), surroundings())).components;
  if (component === undefined) {
    throw new Error('there is no component');
  }
  return component;
}

/** The same StatefulSet as a release stored it that made claims for many of every share-file. */
function storedBefore({ workload }: PlannedComponent): KubeObject {
  const spec = workload.draft.spec as Spec;
  const volumeClaimTemplates = spec.volumeClaimTemplates.map((template) => ({
    ...template,
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    spec: { ...template.spec, accessModes: ['ReadWriteMany'], volumeMode: 'Filesystem' },
    status: { phase: 'Pending' },
  }));
  const draft = withDigest({ ...workload.draft, spec: { ...spec, volumeClaimTemplates } });
  const metadata = { ...draft.metadata, uid: 'u', resourceVersion: '1', creationTimestamp: 't' };
  return { ...draft, metadata } as KubeObject;
}

/** Component with the templates of a stored StatefulSet. */
function standingOf(
  component: PlannedComponent,
  stored: KubeObject | undefined,
): PlannedComponent | undefined {
  return withStandingTemplates({ components: [component], shared: [] }, () => stored).components[0];
}

function templates(component: PlannedComponent | undefined): Spec['volumeClaimTemplates'] {
  return (component?.workload.draft.spec as Spec | undefined)?.volumeClaimTemplates ?? [];
}

describe('claim templates', () => {
  it('of a StatefulSet that stands stay as they are, so that the API server accepts its update', () => {
    const component = planned('/data');
    const stored = storedBefore(component);
    const standing = standingOf(component, stored);
    expect(templates(component)).toMatchObject([{ spec: { accessModes: ['ReadWriteOnce'] } }]);
    expect(templates(standing)).toMatchObject([
      { spec: { accessModes: ['ReadWriteMany'], volumeMode: 'Filesystem' } },
    ]);
    expect(templates(standing)).toEqual([
      expect.not.objectContaining({ status: expect.anything(), kind: expect.anything() }),
    ]);
    expect(standing && requiredWrite(standing.workload, stored, new AppliedObjects(FIELD_MANAGER))).not.toBe(
      'recreate',
    );
  });

  it('stay in their order, with those that the model dropped, and before new ones', () => {
    const stored = storedBefore(planned('/a', '/b'));
    const standing = standingOf(planned('/c', '/b'), stored);
    const names = templates(standing).map(({ metadata }) => metadata.name.split('-')[0]);
    expect(names).toEqual(['a', 'b', 'c']);
    // The API server refuses an update with the new one.
    expect(standing && requiredWrite(standing.workload, stored, new AppliedObjects(FIELD_MANAGER))).toBe(
      'recreate',
    );
  });

  it('of a StatefulSet that a model brings along stay, too', () => {
    const { workload } = planned('/data');
    const stored = storedBefore(planned('/data'));
    const { shared } = withStandingTemplates({ components: [], shared: [workload] }, () => stored);
    expect(shared).toMatchObject([
      { draft: { spec: { volumeClaimTemplates: [{ spec: { accessModes: ['ReadWriteMany'] } }] } } },
    ]);
  });

  it('of a new StatefulSet are those of the model', () => {
    const component = planned('/data');
    expect(standingOf(component, undefined)).toEqual(component);
  });
});
