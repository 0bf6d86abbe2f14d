/** Team whose components a query is about, as placeholders in the values of headers know it. */
export interface Tenant {
  /** Value of the label `stoa.dev/team`, or the name of the namespace. */
  readonly team: string;
  readonly namespace: string;
}

const PLACEHOLDER = /\$(team|namespace)\b/g;

/** Value of a label: it has nothing that means anything in a header, such as the `|` between tenants of Mimir. */
const LABEL_VALUE = /^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;

/** Whether every `$` in the value of a header begins one of the placeholders `$team` and `$namespace`. */
export function isTemplate(value: string): boolean {
  return !value.replaceAll(PLACEHOLDER, '').includes('$');
}

/** Value of a header for a tenant; undefined if a name of the tenant is no value of a label. Pure. */
export function fillTenant(template: string, tenant: Tenant): string | undefined {
  let safe = true;
  const filled = template.replaceAll(PLACEHOLDER, (_whole, name: keyof Tenant) => {
    safe &&= LABEL_VALUE.test(tenant[name]);
    return tenant[name];
  });
  return safe ? filled : undefined;
}
