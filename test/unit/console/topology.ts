import type { Component, Install, Pod, Rule, Topology } from '../../../src/console/api/types.ts';

/** Rule of a topology with some members. */
export function someRule(members: Partial<Rule> = {}): Rule {
  return {
    rule_id: 'r1',
    name: 'web',
    protocol: 'http',
    service_id: 'web',
    container_port: 8080,
    urls: [],
    host: 'a.example.com',
    port: 80,
    path: '/',
    summary: '',
    weight: 100,
    certificate_id: 0,
    certificate_name: '',
    ready: 'True',
    reason: 'Ready',
    message: '',
    todo: '',
    conditions: [],
    created_at: '2026-01-01T00:00:00Z',
    generation: 1,
    managed_by: '',
    ...members,
  };
}

/** Component of a topology with some members. */
export function someComponent(members: Partial<Component> = {}): Component {
  return {
    service_id: 'web',
    name: 'web',
    alias: '',
    kind: 'Deployment',
    workload: members.service_id ?? 'web',
    state: 'running',
    reason: '',
    message: '',
    image: 'example.com/web:1',
    version: '1',
    replicas: 1,
    ready_replicas: 1,
    ports: [],
    pods: [],
    pods_total: 0,
    install_id: '',
    depends_on: [],
    wave: 0,
    managed_by: '',
    adopted: false,
    ...members,
  };
}

/** Install of a topology with some members. */
export function someInstall(members: Partial<Install> = {}): Install {
  return {
    install_id: 'i1',
    name: 'shop',
    kind: 'model',
    app_model_id: 'shop',
    version: '1.0',
    serving_version: '1.0',
    ready: 'True',
    reason: 'Ready',
    message: '',
    todo: '',
    wave: '',
    components_ready: '1/1',
    managed_by: '',
    ...members,
  };
}

/** Pod of a component with some members. */
export function somePod(members: Partial<Pod> = {}): Pod {
  return {
    name: 'web-1',
    phase: 'Running',
    ready: true,
    restarts: 0,
    reason: '',
    message: '',
    node: 'node-1',
    started_at: '2026-01-01T00:00:00Z',
    ...members,
  };
}

/** Topology of some parts, whose caller may do nothing. */
export function someTopology(members: Partial<Topology> = {}): Topology {
  const { rules = [], components = [], installs = [] } = members;
  return {
    application: {
      app_id: 1,
      name: 'shop',
      k8s_app: 'shop',
      note: '',
      phase: 'RUNNING',
      ready: 'True',
      reason: 'Ready',
      message: '',
      todo: '',
      managed_by: '',
    },
    gateway: { engine: 'traefik', namespace: 'traefik', name: 'stoa', addresses: ['10.0.0.1'] },
    rules,
    rules_total: rules.length,
    components,
    components_total: components.length,
    installs,
    installs_total: installs.length,
    may: {
      application: { delete: false },
      rules: { create: false, edit: false, delete: false },
      installs: { create: false, edit: false },
      components: { edit: false },
      certificates: { read: false, create: false, edit: false, delete: false },
      pods: { read: false },
      events: { read: false },
      metrics: { read: false },
    },
    missing: [],
    ...members,
  };
}
