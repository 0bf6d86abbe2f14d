import { GROUP, VERSION } from '../../api/group.ts';
import type { PublishedSchemas } from '../../api/skew.ts';
import type { KubeClient } from '../../kube/client.ts';
import { tryRead } from '../../kube/error.ts';
import type { KubeObject } from '../../kube/object.ts';
import { publishedSchemas } from '../../kube/openapi.ts';
import { clusterResource, type Resource } from '../../kube/resource.ts';
import { withConnection } from '../connect.ts';
import { Refused } from '../failure.ts';
import {
  type CommandLine,
  type OUTPUT_OPTIONS,
  type OutputForm,
  outputFormOf,
  type PLACE_OPTIONS,
  type Place,
  placeOf,
  UsageError,
} from '../options.ts';
import { dataText } from '../text/data.ts';
import { plainLine } from '../text/line.ts';
import type { Verb } from '../verb.ts';
import { type ComparedCrd, comparedCrds, crdNames, inWords } from './compare.ts';

type VersionOption = (typeof PLACE_OPTIONS | typeof OUTPUT_OPTIONS)[number];

/** Cluster to look at, and the form of the output. */
interface VersionRequest extends Place, OutputForm {}

const CRDS: Resource = clusterResource(
  'apiextensions.k8s.io/v1',
  'CustomResourceDefinition',
  'customresourcedefinitions',
);

/** `version`: tells whether the CRDs of the cluster are those of this version. */
export const version: Verb<VersionOption, VersionRequest> = {
  parse: parseVersion,
  async run(request, { output }) {
    const crds = await withConnection(request, ({ client }) => compare(client));
    const lines = request.json ? [dataText({ crds }, request)] : crds.flatMap(inWords).map(plainLine);
    output.write(lines.map((line) => `${line}\n`).join(''));
    return crds.every(({ skews }) => skews.length === 0) ? 0 : 1;
  },
};

function parseVersion(line: CommandLine<VersionOption>): VersionRequest {
  if (line.words.length > 0) {
    throw new UsageError('version takes no words: it compares the CRDs of the cluster with this version');
  }
  return { ...placeOf(line), ...outputFormOf(line) };
}

async function compare(client: KubeClient): Promise<readonly ComparedCrd[]> {
  // The wire: the API server checks that schemas are structural.
  const published = (await publishedSchemas(client, { group: GROUP, version: VERSION })) as
    | PublishedSchemas
    | undefined;
  if (published === undefined) {
    throw new Refused('the API server does not show you its schemas (GET /openapi/v3)');
  }
  const read = await Promise.all(crdNames().map((name) => tryRead(client.get(CRDS, { name }))));
  const crds: readonly KubeObject[] = read.flatMap((result) =>
    result.type === 'found' ? [result.value] : [],
  );
  return comparedCrds(published, crds);
}
