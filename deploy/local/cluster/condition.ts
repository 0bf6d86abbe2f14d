/** Object with conditions in its status, as far as they are looked at. */
export interface ConditionedObject {
  readonly status?: {
    readonly conditions?: readonly { readonly type: string; readonly status: string }[] | undefined;
  };
}

/** Whether a condition of this type is True; false of an object that is not there. */
export function hasCondition(object: ConditionedObject | undefined, type: string): boolean {
  return object?.status?.conditions?.some((each) => each.type === type && each.status === 'True') ?? false;
}
