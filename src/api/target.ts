import { type CelRule, componentPortSchema, dnsNameSchema, labelValueSchema } from './grammar.ts';

/** Fields of a rule that say where requests go: a component by its label, or a Service by its name. */
export interface NamedTarget {
  readonly serviceId?: string | undefined;
  readonly serviceName?: string | undefined;
}

/** Fields that name a component or a Service, with their descriptions. */
export function targetFields(describing: { readonly serviceId: string; readonly serviceName: string }) {
  return {
    serviceId: labelValueSchema.describe(describing.serviceId).optional(),
    serviceName: dnsNameSchema('must be the name of a Service: lower-case letters, digits and -')
      .max(63)
      .describe(describing.serviceName)
      .optional(),
  };
}

/** Port that a rule leads to. */
export const containerPortSchema = componentPortSchema.describe(
  'Port of the component: the number that its containers listen at, or that of its Service, or its name: that in the Service, else that of the containers which the Service targets. Of several that fit, the first.',
);

/** Check that exactly one of the two fields is there. */
export const ONE_TARGET: CelRule & { readonly holds: (value: NamedTarget) => boolean } = {
  rule: 'has(self.serviceId) != has(self.serviceName)',
  message: 'must have exactly one of serviceName and serviceId',
  holds: ({ serviceId, serviceName }) => (serviceId === undefined) !== (serviceName === undefined),
};
