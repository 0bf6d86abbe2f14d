/**
 * In place of the main module of undici, which loads its mocks, caches and interceptors too: what Stoa imports of it, and
 * what that module does beside.
 */
import api from 'undici/lib/api/index.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';

export { default as buildConnector } from 'undici/lib/core/connect.js';
export { default as Client } from 'undici/lib/dispatcher/client.js';
export { default as Pool } from 'undici/lib/dispatcher/pool.js';

Object.assign(Dispatcher.prototype, api);
