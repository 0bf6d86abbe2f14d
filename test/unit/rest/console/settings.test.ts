import { describe, expect, it } from 'vitest';
import { connectSources, consoleSchema, consoleSettings } from '../../../../src/rest/console/settings.ts';

const OIDC = { issuer: 'https://login.test/realms/main', clientId: 'stoa' };

function problems(oidc: object): readonly string[] {
  const { error } = consoleSchema.safeParse({ oidc: { ...OIDC, ...oidc } });
  return (error?.issues ?? []).map(({ path }) => path.join('.'));
}

describe('settings of the console', () => {
  it('serve it, without OIDC, by default', () => {
    const config = consoleSchema.parse({});
    expect(config).toEqual({ enabled: true });
    expect(consoleSettings(config)).toEqual({});
    expect(connectSources(config)).toEqual([]);
  });

  it('tell the browser the issuer as it is in tokens, the client and the scopes', () => {
    const config = consoleSchema.parse({ oidc: OIDC });
    const { issuer } = OIDC;
    expect(consoleSettings(config)).toEqual({ oidc: { issuer, client_id: 'stoa', scopes: ['openid'] } });
  });

  it('let it send requests to the origins of the issuer alone, each once', () => {
    const connect = ['https://tokens.test', 'https://login.test'];
    const config = consoleSchema.parse({ oidc: { ...OIDC, connect } });
    expect(connectSources(config)).toEqual(['https://login.test', 'https://tokens.test']);
  });

  it.each([
    'https://login.test',
    'https://login.test:8443/',
    'http://localhost:5556/dex',
    'http://[::1]:5556',
  ])('have the issuer %s', (issuer) => {
    expect(problems({ issuer })).toEqual([]);
  });

  it.each([
    'http://login.test',
    'login.test',
    'https://login.test/?a=b',
    'https://login.test/#',
    'https://ada:word@login.test',
    'https://login.test/ x',
    'javascript:alert(1)',
  ])('do not have the issuer %s', (issuer) => {
    expect(problems({ issuer })).toEqual(['oidc.issuer']);
  });

  it.each([
    'https://tokens.test/',
    'http://tokens.test',
    'https://tokens.test/path',
    "https://tokens.test; script-src 'unsafe-inline'",
    '*',
  ])('do not let it send requests to %s', (origin) => {
    expect(problems({ connect: [origin] })).toEqual(['oidc.connect.0']);
  });

  it('ask for an ID token, by scopes of one word each', () => {
    expect(problems({ scopes: ['email'] })).toEqual(['oidc.scopes']);
    expect(problems({ scopes: ['openid', 'a b'] })).toEqual(['oidc.scopes.1']);
  });
});
