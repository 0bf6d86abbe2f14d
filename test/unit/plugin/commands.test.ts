import { describe, expect, it } from 'vitest';
import { parseCommand } from '../../../src/plugin/commands.ts';

const PLACE = { kubeconfig: undefined, context: undefined, namespace: undefined };
const OUTPUT = { plain: false, json: false };
const INSTALLED = { type: 'service', namespace: 'stoa-system', name: 'stoa-rest' };

function parse(line: string, env = {}) {
  return parseCommand(
    line.split(' ').filter((word) => word !== ''),
    env,
  );
}

/** The verb and the request of a command line. */
async function requestOf(line: string, env = {}) {
  const { verb, request } = { ...(await parse(line, env)) };
  return { verb, request };
}

describe('a command line', () => {
  it.each([
    ['', undefined],
    ['help', undefined],
    ['--help', undefined],
    ['status -h', 'status'],
    ['help status', 'status'],
  ])('"%s" asks for help', async (line, verb) => {
    expect(await requestOf(line)).toEqual({ verb: 'help', request: verb });
  });

  it('names the rules that engines are asked about', async () => {
    const request = { ...PLACE, ...OUTPUT, from: { type: 'cluster', allNamespaces: true } };
    expect(await requestOf('engines -A')).toEqual({ verb: 'engines', request });
    expect(await requestOf('engines -f - -o json')).toMatchObject({
      request: { from: { type: 'file', path: '-' }, json: true },
    });
    await expect(parse('engines web')).rejects.toThrow('engines takes no words');
    await expect(parse('engines -A -f x')).rejects.toThrow('but not both');
  });

  it('has the options of kubectl', async () => {
    const line =
      'why rule/a --cluster c --user u -s https://a --tls-server-name n --certificate-authority f --token t ' +
      '--insecure-skip-tls-verify --client-certificate g --client-key h --as v --as-group=x --as-group=y ' +
      '--as-uid 1 --as-user-extra k=l --request-timeout 5s -o yaml';
    expect(await requestOf(line)).toMatchObject({
      request: {
        cluster: 'c',
        user: 'u',
        server: 'https://a',
        tlsServerName: 'n',
        authority: 'f',
        token: 't',
        insecure: true,
        certificate: 'g',
        key: 'h',
        as: 'v',
        asGroups: ['x', 'y'],
        asUid: '1',
        asExtra: ['k=l'],
        requestTimeout: '5s',
        json: true,
        yaml: true,
      },
    });
    expect(await requestOf('migrate --prove --old http://a --new http://b --user n:w')).toMatchObject({
      request: { user: undefined, proof: { user: 'n:w' } },
    });
  });

  it('names the port of the console, and whether the browser opens it', async () => {
    expect(await requestOf('console')).toEqual({
      verb: 'console',
      request: { ...PLACE, port: 0, open: true },
    });
    expect(await requestOf('console --port 8123 --no-open -n shop')).toMatchObject({
      request: { namespace: 'shop', port: 8123, open: false },
    });
  });

  it('names an application, a place and a source of figures', async () => {
    expect(
      await requestOf(
        'status shop -n team-shop --context=b --kubeconfig f --rest https://r/ --region eu -w --plain',
      ),
    ).toEqual({
      verb: 'status',
      request: {
        kubeconfig: 'f',
        context: 'b',
        namespace: 'team-shop',
        plain: true,
        json: false,
        application: 'shop',
        allNamespaces: false,
        watch: true,
        source: { rest: { type: 'url', url: 'https://r' }, region: 'eu', token: undefined },
      },
    });
    expect(
      await requestOf('status -A -o json', { STOA_REST: 'https://r', STOA_REGION: 'eu', STOA_TOKEN: 't' }),
    ).toMatchObject({
      request: {
        allNamespaces: true,
        json: true,
        source: { rest: { type: 'url', url: 'https://r' }, region: 'eu', token: 't' },
      },
    });
    expect(await requestOf('status')).toMatchObject({
      request: { source: { rest: INSTALLED, region: 'local', token: undefined } },
    });
    expect(await requestOf('status --rest ops/stoa')).toMatchObject({
      request: { source: { rest: { type: 'service', namespace: 'ops', name: 'stoa' } } },
    });
  });

  it.each([
    ['why rule/web', 'GatewayRule'],
    ['why gr/web', 'GatewayRule'],
    ['why gatewayrule.stoa.dev/web', 'GatewayRule'],
    ['why GatewayRule web', 'GatewayRule'],
    ['why install/web', 'MarketInstall'],
    ['why marketinstalls/web', 'MarketInstall'],
    ['why app/web', 'Application'],
    ['why stoaapp/web', 'Application'],
  ])('%s asks for a %s', async (line, kind) => {
    expect(await requestOf(line)).toEqual({
      verb: 'why',
      request: { ...PLACE, ...OUTPUT, kind, name: 'web' },
    });
  });

  it('asks who answers a request, with its headers', async () => {
    const line = 'who post https://Shop.example.com:8443/a?q=1 -H X-A:1 --header=X-B: --gateway ops/main';
    expect(await requestOf(line)).toEqual({
      verb: 'who',
      request: {
        ...PLACE,
        ...OUTPUT,
        gateway: 'ops/main',
        asked: {
          method: 'POST',
          scheme: 'https',
          host: 'shop.example.com',
          port: 8443,
          path: '/a',
          query: [{ name: 'q', value: '1' }],
          headers: [
            { name: 'x-a', value: '1' },
            { name: 'x-b', value: '' },
          ],
        },
      },
    });
    expect(await requestOf('who http://127.0.0.1/ -H Host:a.example.com:81')).toMatchObject({
      request: { asked: { method: 'GET', host: 'a.example.com', port: 80, headers: [] } },
    });
  });

  it.each([
    ['plan mi/web', undefined],
    ['plan install web --to 2.0', '2.0'],
    ['plan marketinstall.stoa.dev/web --to=2.0', '2.0'],
  ])('%s asks for the plan of version %s', async (line, version) => {
    expect(await requestOf(line)).toEqual({
      verb: 'plan',
      request: { ...PLACE, ...OUTPUT, name: 'web', version },
    });
  });

  it.each([
    ['diff -f rule.yaml', 'rule.yaml'],
    ['diff --filename=-', '-'],
  ])('%s asks for the changes by a file', async (line, file) => {
    expect(await requestOf(line)).toEqual({ verb: 'diff', request: { ...PLACE, file } });
  });

  it.each([
    ['rollback mi/web', undefined],
    ['rollback install web --to 1.0', '1.0'],
  ])('%s asks for the version %s', async (line, version) => {
    expect(await requestOf(line)).toEqual({ verb: 'rollback', request: { ...PLACE, name: 'web', version } });
  });

  it.each(['test mi/web', 'test install web'])('%s asks for tests', async (line) => {
    expect(await requestOf(line)).toEqual({ verb: 'test', request: { ...PLACE, name: 'web' } });
  });

  it.each(['open', 'close'])('%s names a component and a port', async (type) => {
    expect(await requestOf(`${type} web 8080 --app shop`)).toEqual({
      verb: type,
      request: { type, ...PLACE, component: 'web', port: 8080, application: 'shop' },
    });
  });

  it.each([
    [
      'nothing',
      'no command nothing; there are status, why, who, plan, diff, engines, new, migrate, store, rollback, test, publish, open, close',
    ],
    ['statu', 'no command statu; did you mean status?'],
    ['enginse', 'did you mean engines?'],
    ['status --namespac a', 'did you mean --namespace?'],
    ['help nowhere', 'no command nowhere'],
    ['completion', 'completion takes one of bash'],
    ['toString', 'no command toString'],
    ['store list', 'store takes --store'],
    ['store show --store https://a.example.com', 'store takes list'],
    ['store list a b --store https://a.example.com', 'store takes list'],
    ['store list --version 1 --store https://a.example.com', 'store takes list'],
    ['store list --to 1 --store https://a.example.com', '--to means nothing to store'],
    ['status a b', 'one application at most'],
    ['status a -A', '--all-namespaces'],
    ['status --app a', '--app means nothing to status'],
    ['status -w -o json', '--watch'],
    ['status -o wide', '--output: wide must be json or yaml'],
    ['status --rest shop', '--rest (or STOA_REST): shop'],
    ['status --rest a/b/c', '--rest (or STOA_REST): a/b/c'],
    ['status --colour', '--colour'],
    ['status --namespace', '--namespace'],
    ['why', 'rule/NAME'],
    ['why web', 'rule/NAME'],
    ['why pod/web', 'rule/NAME'],
    ['why rule/web/x', 'rule/NAME'],
    ['why constructor/web', 'rule/NAME'],
    ['open web', 'open web 8080'],
    ['close web HTTP', 'port: HTTP'],
    ['open web 0', 'port: 0'],
    ['open web 65536', 'port: 65536'],
    ['who', 'who takes [METHOD] URL'],
    ['who GET http://a/ b', 'who takes [METHOD] URL'],
    ['who FETCH http://a/', 'METHOD: "FETCH" is none of GET, HEAD'],
    ['who shop.example.com', 'URL: "shop.example.com" is no address with http:// or https://'],
    ['who ftp://a/', 'URL: "ftp://a/" is no address'],
    ['who http://a/ -H nothing', '--header: "nothing" must be a name and a value'],
    ['who http://a/ -H :x', '--header: ":x" must be'],
    ['who http://a/ --gateway stoa', '--gateway: "stoa" must be NAMESPACE/NAME'],
    ['who http://a/ --gateway a/../b', '--gateway: "a/../b" must be NAMESPACE/NAME'],
    ['plan', 'plan takes mi/NAME, not nothing'],
    ['plan rule/web', 'plan takes mi/NAME, not rule/web'],
    ['plan mi/a/b', 'plan takes mi/NAME, not mi/a/b'],
    ['plan mi/a --to=', '--to must have 1 to 64 characters'],
    [`plan mi/a --to ${'x'.repeat(65)}`, '--to must have 1 to 64 characters'],
    ['diff', 'diff takes -f FILE'],
    ['diff --filename=', 'diff takes -f FILE'],
    ['diff rule.yaml', 'diff takes -f FILE'],
    ['diff rule.yaml -f other.yaml', 'diff takes -f FILE'],
    ['diff -f a -o json', '--output means nothing to diff'],
    ['migrate web', 'migrate takes no words'],
    ['migrate -A -n a', 'migrate takes one of -A, -n and -f'],
    ['migrate -A -f a', 'migrate takes one of -A, -n and -f'],
    ['migrate --engine apache', '--engine: apache must be one of core, traefik'],
    ['migrate --prove', '--prove takes --old and --new'],
    ['migrate --old http://a', '--old means nothing without --prove'],
    ['migrate --prove --apply --old http://a --new http://b', '--prove writes nothing'],
    ['migrate --prove --old ftp://a --new http://b', '--old: ftp://a must be a URL by http or https'],
    ['migrate --prove --old http://a,http://b --new http://b', '--old: one URL by http and one by https'],
    ['migrate --prove --old http://a --new http://b --user a', '--user: it must be NAME:WORD'],
    ['rollback', 'rollback takes mi/NAME, not nothing'],
    ['rollback app/a', 'rollback takes mi/NAME, not app/a'],
    ['rollback mi/a -o json', '--output means nothing to rollback'],
    ['plan mi/a --app b', '--app means nothing to plan'],
    ['status -n ../other', '--namespace: "../other" is no name of a namespace'],
    ['status -n .', '--namespace: "." is no name of a namespace'],
    ['status -n a.b', '--namespace: "a.b" is no name of a namespace'],
    ['status --namespace=', '--namespace: "" is no name of a namespace'],
    [`open web 80 -n ${'a'.repeat(64)}`, 'is no name of a namespace'],
    ['status --rest=-a/b', '--rest (or STOA_REST): -a/b'],
    [`status --rest ops/${'a'.repeat(64)}`, '--rest (or STOA_REST): ops/'],
    ['status --region ..', '--region (or STOA_REGION): ".." is no name of a region'],
    ['status --region .', '--region (or STOA_REGION): "." is no name of a region'],
    ['status --region=', '--region (or STOA_REGION): "" is no name of a region'],
    ['diff -f a -n Team', '--namespace: "Team" is no name of a namespace'],
    ['why rule/..', '".." is no name of an object'],
    ['why rule ../../x', '"../../x" is no name of an object'],
    ['why app/a%2fb', '"a%2fb" is no name of an object'],
    [`why app/${'a'.repeat(254)}`, 'is no name of an object'],
    ['plan mi/.', '"." is no name of an object'],
    ['console shop', 'console takes no words'],
    ['console --port http', '--port: http must be a number'],
    ['console --port 65536', '--port: 65536 must be a number'],
    ['rollback mi A?b', '"A?b" is no name of an object'],
  ])('"%s" is refused, and the message names what is wrong', async (line, message) => {
    await expect(parse(line)).rejects.toThrow(message);
  });
});
