declare const BOUNDED: unique symbol;

/** Status within the bounds of its fields, which the API server accepts; made by those who know the schema of its kind. */
export type Bounded<S extends object = object> = S & { readonly [BOUNDED]: true };
