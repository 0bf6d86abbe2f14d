import { describe, expect, it } from 'vitest';
import { CONFIG_MAPS } from '../../../../../src/objects/core.ts';
import type { Surroundings } from '../../../../../src/source/surroundings.ts';
import { broughtBy } from '../../../../support/parts.ts';

const LABELS = { 'stoa.dev/install-uid': 'u1' };

function made(
  content: string,
  { name = 'given', ...more }: Partial<Surroundings> & { readonly name?: string } = {},
) {
  const draft = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'taken' } };
  const resources = [{ path: 'k8s_resources[0]', name, kind: '', content }];
  return broughtBy(resources, more, [{ resource: CONFIG_MAPS, draft }]);
}

describe('an object that a model brings along', () => {
  it('is put into the namespace of the install, without what another cluster knew of it', () => {
    const { objects, notApplied } = made(`
apiVersion: v1
kind: Service
metadata:
  name: db
  namespace: kube-system
  uid: 1-2-3
  ownerReferences: [{apiVersion: v1, kind: Pod, name: x, uid: y}]
  labels: {tier: data, stoa.dev/component-id: other}
  annotations: {kubectl.kubernetes.io/last-applied-configuration: "{}", note: "5"}
spec:
  clusterIP: 10.43.0.7
  clusterIPs: [10.43.0.7]
  selector: {app: db}
  externalIPs: []
  ports: [{port: 5432, nodePort: 30001}]
status: {loadBalancer: {}}
`);
    expect(notApplied).toEqual([
      {
        path: 'k8s_resources[0]',
        why: 'Service db: metadata.labels.stoa.dev/component-id: only Stoa sets it',
      },
    ]);
    expect(objects.map(({ draft }) => draft)).toEqual([
      {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: {
          namespace: 'team',
          name: 'db',
          labels: { 'model.stoa.dev/tier': 'data', ...LABELS },
          annotations: { note: '5' },
        },
        spec: {
          selector: { 'model.stoa.dev/app': 'db', ...LABELS },
          ports: [{ port: 5432, protocol: 'TCP' }],
        },
      },
    ]);
  });

  it('may be several, in documents or in a List', () => {
    const map = (name: string) =>
      `{apiVersion: v1, kind: ConfigMap, metadata: {name: ${name}}, data: {a: "1"}}`;
    const text = `${map('a')}\n---\n---\n{apiVersion: v1, kind: List, items: [${map('b')}, ${map('c')}]}\n`;
    expect(made(text).objects.map(({ draft }) => draft.metadata.name)).toEqual(['a', 'b', 'c']);
  });

  it('has the name that the model gives it where it says none', () => {
    const { objects } = made('{apiVersion: v1, kind: ConfigMap}', { name: 'log-config' });
    expect(objects[0]?.draft.metadata.name).toBe('log-config');
  });

  it('holds the texts of a Secret as they are stored', () => {
    const { objects } = made('{apiVersion: v1, kind: Secret, metadata: {name: s}, stringData: {a: b}}');
    expect(objects[0]?.draft).toMatchObject({ data: { a: 'Yg==' } });
    expect(objects[0]?.draft).not.toHaveProperty('stringData');
  });

  it('has its quantities in the form in which they are stored', () => {
    const { objects } = made(
      '{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: p}, spec: {volumeName: v, accessModes: [ReadWriteOnce], resources: {requests: {storage: 1024Mi}}}}',
    );
    expect(objects[0]?.draft.spec).toEqual({
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '1Gi' } },
    });
  });
});

function deployment(pod: string): string {
  return `{apiVersion: apps/v1, kind: Deployment, metadata: {name: d}, spec: {template: {spec: ${pod}}}}`;
}

describe('an object in YAML', () => {
  it('has octal modes, words for booleans and merged maps as for kubectl, and no nulls', () => {
    const { objects, notApplied } = made(`
apiVersion: apps/v1
kind: Deployment
metadata: {name: queue}
spec:
  selector: {matchLabels: {app: queue}}
  template:
    metadata: {labels: {app: queue}}
    spec:
      shareProcessNamespace: on
      securityContext: ~
      containers:
        - &base
          name: first
          image: example.com/queue
          env: [{name: EMPTY, value: }, {name: MODE, value: "0440"}]
          volumeMounts: [{name: facts, mountPath: /facts, readOnly: yes}]
        - <<: *base
          name: second
      volumes:
        - name: facts
          downwardAPI: {defaultMode: 0440, items: [{path: name, fieldRef: {fieldPath: metadata.name}}]}
`);
    expect(notApplied).toEqual([]);
    const container = {
      image: 'example.com/queue',
      env: [{ name: 'EMPTY' }, { name: 'MODE', value: '0440' }],
      volumeMounts: [{ name: 'facts', mountPath: '/facts', readOnly: true }],
    };
    expect(objects[0]?.draft.spec).toMatchObject({
      template: {
        spec: {
          shareProcessNamespace: true,
          containers: [
            { name: 'first', ...container },
            { name: 'second', ...container },
          ],
          volumes: [{ name: 'facts', downwardAPI: { defaultMode: 288 } }],
        },
      },
    });
  });

  it('has no number or boolean in place of a text', () => {
    const { objects, notApplied } = made(
      'apiVersion: v1\nkind: Secret\nmetadata: {name: flags}\nstringData: {debug: no}\n',
    );
    expect(objects).toMatchObject([{ draft: { metadata: { name: 'flags' } } }]);
    expect(notApplied).toEqual([
      {
        path: 'k8s_resources[0]',
        why: 'Secret flags: data.debug: must be a text, not the boolean false: put it in quotes',
      },
    ]);
  });
});

describe('an object that is not applied says why', () => {
  it.each([
    ['', 'no content'],
    ['a: [', 'not valid YAML'],
    ['just text', 'no object of Kubernetes'],
    ['{apiVersion: v1, kind: Namespace, metadata: {name: x}}', 'no kind that an install makes'],
    ['{apiVersion: rbac.authorization.k8s.io/v1, kind: RoleBinding, metadata: {name: x}}', 'RoleBinding'],
    ['{apiVersion: stoa.dev/v1alpha1, kind: GatewayRule, metadata: {name: x}}', "Stoa's own kinds"],
    ['{apiVersion: networking.k8s.io/v1, kind: Ingress, metadata: {name: x}}', 'gateway rules'],
    ['{apiVersion: extensions/v1beta1, kind: Deployment, metadata: {name: x}}', 'made as apps/v1'],
    ['{apiVersion: monitoring.coreos.com/v1, kind: ServiceMonitor, metadata: {name: x}}', 'not served'],
    ['{apiVersion: v1, kind: ConfigMap, metadata: {name: No_Name}}', 'no name'],
    ['{apiVersion: v1, kind: ConfigMap, metadata: {name: taken}}', 'another object'],
    [
      '{apiVersion: v1, kind: Secret, type: kubernetes.io/service-account-token, metadata: {name: x}}',
      'credentials',
    ],
    ['{apiVersion: v1, kind: Service, metadata: {name: x}, spec: {type: LoadBalancer}}', 'ClusterIP'],
    ['{apiVersion: v1, kind: Service, metadata: {name: x}, spec: {externalIPs: [1.2.3.4]}}', 'externalIPs'],
    [deployment('{hostNetwork: true}'), 'network of their node'],
    [deployment('{volumes: [{name: r, hostPath: {path: /}}]}'), 'files of their node'],
    [deployment('{initContainers: [{name: i, securityContext: {privileged: true}}]}'), 'privileged'],
    [deployment('{containers: [{ports: [{hostPort: 80}]}]}'), 'port of their node'],
    [deployment('{containers: [{securityContext: {capabilities: {add: [SYS_ADMIN]}}}]}'), 'capabilities'],
    [
      '{apiVersion: batch/v1, kind: CronJob, metadata: {name: x}, spec: {jobTemplate: {spec: {template: {spec: {hostPID: true}}}}}}',
      'processes of their node',
    ],
    [
      `a: &a [${'1,'.repeat(100)}]\nb: &b [${'*a,'.repeat(100)}]\nc: [*b,*b,*b,*b]`,
      'aliases repeat more than',
    ],
    ['{apiVersion: v1, kind: ConfigMap, metadata: {name: 0755}}', 'no name'],
  ])('%s', (content, why) => {
    expect(made(content)).toEqual({
      objects: [],
      notApplied: [{ path: 'k8s_resources[0]', why: expect.stringContaining(why) }],
    });
  });

  it('where it is nested without end', () => {
    expect(made('['.repeat(200_000))).toMatchObject({
      objects: [],
      notApplied: [{ path: 'k8s_resources[0]' }],
    });
  });

  it('where two have one name', () => {
    const map = '{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}';
    expect(made(`${map}\n---\n${map}`)).toMatchObject({
      objects: [{ draft: { metadata: { name: 'a' } } }],
      notApplied: [{ why: 'the install has another object of this kind and name' }],
    });
  });
});
