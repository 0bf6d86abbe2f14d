import type { Ingress, IngressClass } from './ingress.ts';

/** Controller of the IngressClasses that ingress-nginx serves. */
const CONTROLLER = 'k8s.io/ingress-nginx';

/** Name of the class where nothing else is said. */
const USUAL_CLASS = 'nginx';

const ANNOTATION = 'kubernetes.io/ingress.class';

/** Whether ingress-nginx serves an Ingress, or why it is left alone. */
export type Service = { readonly type: 'served' } | { readonly type: 'left'; readonly why: string };

/** Whether ingress-nginx serves an Ingress. Pure. */
export function serviceOf({ metadata, spec }: Ingress, classes: ReadonlyMap<string, IngressClass>): Service {
  const byAnnotation = metadata.annotations?.[ANNOTATION];
  const byField = spec.ingressClassName ?? undefined;
  if (byAnnotation !== undefined && byField !== undefined && byAnnotation !== byField) {
    return left(
      `it names two classes, ${byAnnotation} by its annotation and ${byField} by spec.ingressClassName: two controllers may serve it; take one out`,
    );
  }
  const name = byAnnotation ?? byField ?? defaultOf(classes);
  if (name === undefined) {
    return left('it has no class, so that no controller serves it by default: set spec.ingressClassName');
  }
  const controller = classes.get(name)?.controller;
  if (controller === undefined && name !== USUAL_CLASS) {
    return left(`the IngressClass ${name} is not among the input: it is unknown which controller serves it`);
  }
  return controller === undefined || controller === CONTROLLER
    ? { type: 'served' }
    : left(`the controller ${controller} serves it, not ingress-nginx`);
}

function defaultOf(classes: ReadonlyMap<string, IngressClass>): string | undefined {
  return [...classes].find(([, { isDefault }]) => isDefault)?.[0];
}

function left(why: string): Service {
  return { type: 'left', why };
}

/** Notes on the parameters of classes that ingress-nginx serves. Pure. */
export function notesOnClasses(classes: ReadonlyMap<string, IngressClass>): readonly string[] {
  return [...classes].flatMap(([name, { controller, parameters }]) =>
    controller === CONTROLLER && parameters !== undefined
      ? [`IngressClass ${name} has the parameters ${parameters}, which ingress-nginx does not read`]
      : [],
  );
}
