// The badge of validatorUrl would send the document to a service on the Internet.
globalThis.SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  validatorUrl: null,
});
