import { readFileSync } from 'node:fs';
import { evaluate } from '@marcbachmann/cel-js';
import { LuaFactory } from 'wasmoon';
import { parse } from 'yaml';
import { z } from 'zod';
import type { KubeObject } from '../../src/kube/object.ts';

const FOLDER = new URL('../../deploy/gitops/', import.meta.url);

/** Result of an Argo CD script for an object. */
const argoHealthSchema = z.object({
  status: z.enum(['Healthy', 'Progressing', 'Degraded', 'Suspended']),
  message: z.string(),
});

export type ArgoHealth = z.infer<typeof argoHealthSchema>;

/** Health of an object in Argo CD, from the script of its kind. */
export async function argoHealth(object: KubeObject): Promise<ArgoHealth> {
  const script = readFileSync(new URL(`argocd/${object.kind.toLowerCase()}.lua`, FOLDER), 'utf8');
  const lua = await new LuaFactory().createEngine({ enableProxy: false });
  try {
    lua.global.set('obj', object);
    return argoHealthSchema.parse(await lua.doString(script));
  } finally {
    lua.global.close();
  }
}

/** Health of an object in Flux. */
export type FluxHealth = 'InProgress' | 'Failed' | 'Current';

const checksSchema = z.object({
  spec: z.object({
    healthCheckExprs: z.array(
      z.object({
        apiVersion: z.literal('stoa.dev/v1alpha1'),
        kind: z.string(),
        inProgress: z.string(),
        failed: z.string(),
        current: z.string(),
      }),
    ),
  }),
});

/** The expressions by kind. */
const EXPRESSIONS = new Map(
  checksSchema
    .parse(parse(readFileSync(new URL('flux/health.yaml', FOLDER), 'utf8')))
    .spec.healthCheckExprs.map((each) => [each.kind, each]),
);

/**
 * Health of an object in Flux: the first true expression counts. If none is true, or one refers to a missing field,
 * Flux waits.
 */
export function fluxHealth(object: KubeObject): FluxHealth {
  const expressions = EXPRESSIONS.get(object.kind);
  if (expressions === undefined) {
    throw new Error(`Flux has no expressions for the kind ${object.kind}`);
  }
  const { inProgress, failed, current } = expressions;
  const holds = (expression: string) => evaluate(expression, { ...object }) === true;
  try {
    if (holds(inProgress)) {
      return 'InProgress';
    }
    if (holds(failed)) {
      return 'Failed';
    }
    return holds(current) ? 'Current' : 'InProgress';
  } catch {
    return 'InProgress';
  }
}
