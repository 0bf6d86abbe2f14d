import { describe, expect, it } from 'vitest';
import type { ManagedFields, ObjectMeta } from '../../../src/kube/object.ts';
import { managerOf } from '../../../src/objects/managed.ts';
import { ruleOf } from '../../support/rules.ts';

/** Managed fields entry of a manager for a rule. */
function wrote(manager: string, some: Partial<ManagedFields> = {}): ManagedFields {
  return { manager, operation: 'Apply', fieldsV1: { 'f:spec': { 'f:appId': {} } }, ...some };
}

const OURS = [wrote('stoa-rest', { operation: 'Update' }), wrote('kubectl-client-side-apply')];

type Some = Partial<ObjectMeta>;

describe('an object is managed', () => {
  it.each<[string, Some]>([
    ['Argo CD', { managedFields: [...OURS, wrote('argocd-controller')] }],
    ['Argo CD', { managedFields: [wrote('argocd-application-controller', { operation: 'Update' })] }],
    [
      'Argo CD (Application shop)',
      { annotations: { 'argocd.argoproj.io/tracking-id': 'shop:stoa.dev/GatewayRule:team/rule' } },
    ],
    ['Argo CD (Application shop)', { labels: { 'argocd.argoproj.io/instance': 'shop' } }],
    [
      'Argo CD (Application shop)',
      { labels: { 'argocd.argoproj.io/instance': 'shop' }, managedFields: [wrote('argocd-controller')] },
    ],
    ['Flux', { managedFields: [wrote('kustomize-controller')] }],
    [
      'Flux (Kustomization flux-system/apps)',
      {
        labels: {
          'kustomize.toolkit.fluxcd.io/name': 'apps',
          'kustomize.toolkit.fluxcd.io/namespace': 'flux-system',
        },
      },
    ],
    ['Flux', { managedFields: [wrote('helm-controller')] }],
    [
      'Flux (HelmRelease apps/shop)',
      {
        labels: { 'helm.toolkit.fluxcd.io/name': 'shop', 'helm.toolkit.fluxcd.io/namespace': 'apps' },
        // Helm marks its objects, also if Flux runs it.
        annotations: { 'meta.helm.sh/release-name': 'shop', 'meta.helm.sh/release-namespace': 'apps' },
      },
    ],
    ['Helm', { managedFields: [wrote('helm', { operation: 'Update' })] }],
    [
      'Helm (release apps/shop)',
      { annotations: { 'meta.helm.sh/release-name': 'shop', 'meta.helm.sh/release-namespace': 'apps' } },
    ],
  ])('by %s', (manager, metadata) => {
    expect(managerOf(ruleOf({}, metadata))).toBe(manager);
  });

  it.each<[string, Some]>([
    ['nothing refers to a tool', { managedFields: OURS }],
    ['it has no managed fields', {}],
    [
      'a tool writes only the status',
      { managedFields: [wrote('argocd-controller', { subresource: 'status' })] },
    ],
    [
      'a tool has only labelled it',
      { managedFields: [wrote('kustomize-controller', { fieldsV1: { 'f:metadata': { 'f:labels': {} } } })] },
    ],
    [
      'it is a copy of one that Argo CD manages',
      { annotations: { 'argocd.argoproj.io/tracking-id': 'shop:stoa.dev/GatewayRule:team/another' } },
    ],
    [
      'it is a copy from another namespace',
      { annotations: { 'argocd.argoproj.io/tracking-id': 'shop:stoa.dev/GatewayRule:elsewhere/rule' } },
    ],
    ['it has a label of an application', { labels: { 'app.kubernetes.io/instance': 'shop' } }],
    [
      'it asks Flux not to reconcile it',
      {
        labels: { 'kustomize.toolkit.fluxcd.io/name': 'apps' },
        annotations: { 'kustomize.toolkit.fluxcd.io/reconcile': 'disabled' },
        managedFields: [wrote('kustomize-controller')],
      },
    ],
    [
      'it asks Flux only to create it',
      {
        labels: { 'kustomize.toolkit.fluxcd.io/ssa': 'IfNotPresent' },
        managedFields: [wrote('kustomize-controller')],
      },
    ],
  ])('by no tool if %s', (_, metadata) => {
    expect(managerOf(ruleOf({}, metadata))).toBeUndefined();
  });
});
