/**
 * Text in place of what a template, a schema or the API server says of an object, where values came from Secrets: a
 * template may have changed such a value in any way, so that no search finds it there.
 */
export const UNTOLD =
  'what it says is not shown, because values came from a Secret (spec.valuesFrom), and a text may have one in another form: to see it, give values that nobody needs to hide in place of those of the Secret';
