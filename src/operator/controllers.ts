import { createApplicationController } from '../application/controller.ts';
import type { ChartMeans } from '../chart/means.ts';
import { helmCharts } from '../chart/source.ts';
import { componentSources, createComponentCaches } from '../component/caches.ts';
import type { Config } from '../config.ts';
import type { ManagerOptions } from '../controller/manager.ts';
import { LEFT_OUT_FIELDS, OLDEST_DELETION, UNREAD_OBJECTS, WATCH_FAILURES } from '../controller/metrics.ts';
import { gatewayConfig } from '../gateway/config.ts';
import { createGatewayControllers, type GatewayDependencies } from '../gateway/controller.ts';
import { createMarketControllers } from '../install/controller.ts';
import { applicationModels } from '../model/source.ts';
import { ledgerOf } from '../names/ledger.ts';
import { teamPolicyOf } from '../names/team.ts';
import { APPLICATIONS, GATEWAY_RULES, MARKET_INSTALLS } from '../objects/stoa.ts';
import type { Means } from '../registry/archive.ts';
import { sourceOfAll } from '../source/sources.ts';
import type { StoreClient } from '../store/client.ts';
import type { ClusterCapabilities } from './capabilities.ts';
import { capabilitiesForCharts } from './chartcapabilities.ts';
import { INSTALL_STATES, LONGEST_NOT_READY, OBJECT_CONDITIONS } from './fleet.ts';

/** Dependencies of all controllers. */
export interface ControllerDependencies
  extends Pick<GatewayDependencies, 'client' | 'log' | 'metrics' | 'recorder' | 'onServed'> {
  readonly stores: StoreClient;
  /** Registries of application models. */
  readonly registries: Omit<Means, 'signal'>;
  readonly charts: ChartMeans;
  readonly config: Pick<Config, 'teams' | 'gateway' | 'market' | 'operator'>;
}

/** Controllers of all features and their caches, for a cluster with the given capabilities. */
export function createControllers(
  { config, stores, registries, charts, ...rest }: ControllerDependencies,
  { needs: { gatewayKinds, installKinds }, namespaces, leftOut }: ClusterCapabilities,
): Pick<ManagerOptions, 'sources' | 'controllers'> {
  const dependencies = { ...rest, namespaces };
  const components = createComponentCaches(dependencies);
  const gateway = createGatewayControllers({
    ...dependencies,
    config: gatewayConfig({
      ...config.gateway,
      teamPolicy: teamPolicyOf(config),
      domain: config.market.domain,
      ledger: ledgerOf(config.operator),
    }),
    components,
    kinds: gatewayKinds,
    partial: leftOut.length > 0,
  });
  const { rules, namespaces: teams, secretNames } = gateway.caches;
  const application = createApplicationController({
    ...dependencies,
    caches: { ...components, rules, namespaces: teams },
  });
  const market = createMarketControllers({
    ...dependencies,
    shared: { ...components, namespaces: teams, secretNames },
    kinds: installKinds,
    source: sourceOfAll({
      models: applicationModels(stores, registries),
      charts: helmCharts({ ...charts, capabilities: capabilitiesForCharts(rest.client) }),
    }),
    config: {
      domain: config.market.domain,
      nodeLabels: config.market.nodeLabels,
      storage: config.market.storage,
      mirrors: config.market.mirrors,
      endpoints: config.market.endpoints?.allowed ?? [],
      offeredPorts: gateway.offeredPorts,
      portStanding: gateway.portStanding,
      portsLeft: gateway.portsLeft,
    },
  });
  const { installs, applications } = components;
  const fleet = [
    { kind: GATEWAY_RULES.kind, store: rules.store },
    { kind: MARKET_INSTALLS.kind, store: installs.store },
    { kind: APPLICATIONS.kind, store: applications.store },
  ];
  rest.metrics.observe(OLDEST_DELETION, [rules, installs, applications]);
  rest.metrics.observe(OBJECT_CONDITIONS, fleet);
  rest.metrics.observe(LONGEST_NOT_READY, fleet);
  rest.metrics.observe(INSTALL_STATES, installs.store);
  const sources = [...gateway.sources, ...componentSources(components), ...market.sources];
  rest.metrics.observe(UNREAD_OBJECTS, sources);
  rest.metrics.observe(WATCH_FAILURES, sources);
  rest.metrics.observe(LEFT_OUT_FIELDS, [rules, installs, applications]);
  return {
    sources,
    controllers: [...gateway.controllers, application, ...market.controllers],
  };
}
