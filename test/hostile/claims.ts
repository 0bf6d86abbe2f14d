/**
 * Test that fails without what a sentence promises: its file below `test`, and its title, or that of a row of its table.
 * A row of an attack has the text in `mustNotHappen` or `does` for a title.
 */
type Holding = `${'hostile' | 'unit' | 'cluster'}/${string}.test.ts: ${string}`;

/** Mark of a sentence that explains another one, or that tells a limit or a way out. */
export const NO_PROMISE = 'no promise';

/** Tests of the sentences of an item, by words that only this sentence has. */
type Sentences = Readonly<Record<string, readonly Holding[] | typeof NO_PROMISE>>;

/** Items of a section by the title of their bullet; those without a title are below `''`. */
type Section = Readonly<Record<string, Sentences>>;

/** Sentences of `docs/security.md` on threats and costs, by the nearest heading, and the tests that hold them. */
export const CLAIMS: Readonly<Record<string, Section>> = {
  'Permissions of users': {
    '': {
      'of its own': NO_PROMISE,
      'authorize all access': NO_PROMISE,
      'The cluster administrators': ['hostile/rights.test.ts: no team declares hosts of its own accord'],
      'write and read Applications, GatewayRules': [
        'unit/deploy/chart/access.test.ts: grants members of a team the kinds of Stoa, each by roles of its own',
        'hostile/rights.test.ts: no team reads the rules of others',
        'hostile/rights.test.ts: no team writes the status of its rules',
      ],
      'writes the objects of the installs': [
        'hostile/installs.test.ts: no workload runs in a namespace without the account',
        'unit/deploy/chart/access.test.ts: the operator writes no kind that installs make',
      ],
      'A caller of the REST API': [
        'hostile/rest.test.ts: no key is written by a caller who may write no Secret',
        'cluster/rest-matrix.test.ts: has written nothing',
      ],
      'metrics port': NO_PROMISE,
      'The boundary between teams': [
        'hostile/lifecycle.test.ts: a rule of a namespace without its label answers for nobody, and one with another label for itself',
      ],
      'is no team, unless': [
        'unit/names/team.test.ts: are those of the labels in both modes, with a label as the only way into a team of another name',
        'unit/deploy/chart/teams.test.ts: the chart has the default of the configuration: teams are labelled',
      ],
      'Grant the permission': NO_PROMISE,
      'grants more than it states': NO_PROMISE,
    },
  },
  'A member of a team': {
    '': {
      'The member has the role `edit`': NO_PROMISE,
      'another team can take the address': NO_PROMISE,
      'On Envoy Gateway, guards can replace': NO_PROMISE,
    },
    'Taking traffic of a host or port of others, or of many by a wildcard': {
      'has one owner': [
        'hostile/names.test.ts: asks for a host below the wildcard',
        'hostile/names.test.ts: a host does not go to an older rule that is moved onto it',
        'hostile/configured.test.ts: a port does not go to an older rule that is moved onto it',
        'hostile/declared.test.ts: no declared host goes to a team that comes first',
        'hostile/races.test.ts: of two teams that ask for one host at the same time, only the one that gets it is told so',
      ],
      'whatever its path': [
        'hostile/names.test.ts: asks for a wildcard above the host, with a longer path',
        'hostile/names.test.ts: no request for a host of an HTTPRoute that Stoa did not write reaches the thief',
      ],
      'needs a declaration': ['hostile/names.test.ts: asks for it, though no rule of anybody is below it'],
    },
    'Taking names of another team by the name or label of a namespace': {
      'Names belong to a namespace': [
        'hostile/teams.test.ts: no host, Service or figure goes to a namespace with the name of a team',
        'hostile/teams.test.ts: no host, Service or figure goes to a namespace with the label of a team',
        'hostile/lifecycle.test.ts: a rule of a namespace without its label answers for nobody, and one with another label for itself',
      ],
      'neither gets a name anew': [
        'hostile/configured.test.ts: no host that is declared for a team goes to a namespace with its label',
        'unit/names/gate.test.ts: goes to neither anew, not to %s either',
      ],
      'The REST API serves no team that has two namespaces': [
        'hostile/rest.test.ts: no request is served from one of two namespaces of a team',
        'hostile/teams.test.ts: names its namespace like the label of another',
      ],
    },
    'Taking a host while its owner renames a rule': {
      'kept for its team': [
        'hostile/names.test.ts: a waiting rule does not take over when the host is renamed and named back',
        'hostile/names.test.ts: a waiting rule does not take over when the rule is deleted and restored',
        'hostile/lifecycle.test.ts: a name that is kept for the victim is not pushed out',
      ],
    },
    'Getting effects from a refused rule, or one in deletion': {
      'no route, listener, certificate or redirect': [
        'unit/gateway/tls.test.ts: has no listener, no grant and no route for a host of another team',
        'hostile/names.test.ts: asks for a redirect of a host below the wildcard',
        'hostile/names.test.ts: a port is not open to the outside',
        'hostile/names.test.ts: a rule that a finalizer keeps is not accepted for a host of the victim’s',
        'hostile/configured.test.ts: no certificate is asked for a host of another team',
      ],
    },
    'Obtaining certificates from an issuer of others': {
      'gateway.autoSsl.issuers': [
        'hostile/configured.test.ts: no certificate is asked of an issuer that is not for rules',
        'hostile/declared.test.ts: What a declaration forbids comes in by no door',
      ],
    },
    'Using a certificate of another team': {
      'the ReferenceGrant names that one': [
        'unit/gateway/tls.test.ts: finds no Secret of another namespace, neither by its number nor by its name',
        'unit/gateway/tls.test.ts: is served on a listener for its host, which may read that one Secret',
      ],
      'only if the team has that wildcard': [
        'unit/gateway/tls.test.ts: serves each host alone where its team does not get its wildcard',
        'unit/gateway/tls.test.ts: goes on to share a listener when another team gets a host below its wildcard',
      ],
    },
    'Presenting a certificate to clients of another team, or ending theirs by a rule for a name in it': {
      'Traefik chooses among all certificates': NO_PROMISE,
      'for a name of another team is not presented': [
        'hostile/certificates.test.ts: no certificate of the thief’s is presented to them',
        'hostile/certificates.test.ts: names a wildcard above a host of the victim’s whose certificate has a wildcard below it',
      ],
      'could read differently': [
        'hostile/certificates.test.ts: spells names of the victim’s so that Traefik alone sees them',
      ],
      'Only a declaration gives away a name': [
        'hostile/certificates.test.ts: no certificate of the victim’s is withdrawn',
      ],
      'no more than the team may have hosts': [
        'unit/gateway/tls.test.ts: a team with a limit keeps no more names by its certificates than it may have hosts',
      ],
      'in place of the default certificate': NO_PROMISE,
    },
    'Ending the traffic of others by what their engine does not load': {
      'Envoy refuses all of an update': NO_PROMISE,
      'have a form that the libraries of all engines take': [
        'unit/content/certificateform.test.ts: with %s is not presented',
        'unit/content/certificateform.test.ts: with %s makes a chain, and a file of authorities, unusable',
        'unit/content/keyform.test.ts: for RSA without parameters',
        'unit/content/gatewaynames.test.ts: what a gateway presents a certificate for are names that Stoa has read in it',
        'unit/gateway/tls.test.ts: that wants a stapled answer is not presented by %s unless it loads it',
      ],
      'pause of no time before tries': ['unit/rule/effective.test.ts: a pause of %s before tries is none'],
    },
    'Taking all listeners, ports, hosts': {
      'count kept names, too': [
        'hostile/configured.test.ts: the ports of the gateway do not all go to one team',
        'hostile/configured.test.ts: the listeners of the gateway do not all go to one team',
        'unit/gateway/names/register.test.ts: keeps no more for a team than its limits leave, the latest first',
      ],
      'The last 16 of the 64 listeners': [
        'unit/gateway/listeners/plan.test.ts: gives no team all listeners, and each its first ones before another its many',
        'unit/gateway/listeners/sets.test.ts: counts only ports towards the listeners of a Gateway',
      ],
    },
    'Filling the memory or the disk of the engine': {
      'Buffers have bounds': [
        'unit/engines/buffers.test.ts: Traefik holds at most 4 MiB of an answer in memory, and 1 GiB of it or of a request on its disk',
        'unit/engines/buffers.test.ts: Envoy holds at most 64 MiB of a request, and 4 MiB of a connection',
      ],
    },
    'Leading traffic to other addresses': {
      'No rule leads to': [
        'unit/component/backend.test.ts: a Service that is the name of a host elsewhere',
        'unit/component/backend.test.ts: the API server',
      ],
      EndpointSlices: [
        'unit/documents/security.test.ts: %s: docs/security.md explains each permission, and no other',
      ],
    },
    'Misusing `externalAuth`': {
      'own application only': [
        'unit/gateway/decide.test.ts: by a component %s lets nobody in, and says so',
        'unit/engines/dialects.test.ts: asks nobody outside of the namespace, and only about requests of branches that want it',
      ],
    },
    'Ending or delaying the operator with one object': {
      'No regular expression backtracks': [
        'hostile/operator.test.ts: the operator does not stop',
        'unit/house/expressions.test.ts: every regular expression of src is proven to take linear time',
      ],
      'a namespace with costly ones': [
        'unit/controller/debts.test.ts: waits when it owes more than a minute, and no other namespace does',
      ],
    },
    'Keeping changes of other teams from the operator with one object': {
      'nest more than 64 levels deep': [
        'hostile/unread.test.ts: no watch fails, each install says why, and its namespace can be deleted',
        'unit/operator/watched.test.ts: takes any object of each watched kind, at the limits of the API server',
      ],
      'is left out alone': [
        'unit/controller/cache-unread.test.ts: is left out of a watch until it is mended, and the others are not',
        'unit/controller/store.test.ts: is left out of a list that holds it, and the others are not: %s',
      ],
      'deleted all the same': ['hostile/unread.test.ts: its objects stay, and its deletion takes them along'],
    },
    'Filling the memory of the operator': {
      'digests of Secrets and ConfigMaps': [
        'unit/content/certificate.test.ts: is cached without its data',
        'unit/install/stored.test.ts: a %s is cached with digests in place of its values, few or many',
        'unit/controller/compact.test.ts: keeps no annotations beyond its bound: %s',
        'unit/controller/compact.test.ts: keeps no labels and owners beyond their bounds',
      ],
    },
    'Keeping Events of other teams from being written': {
      'Namespaces take turns': [
        'unit/kube/recorder.test.ts: writes the Events of a namespace beside a flood of another',
      ],
      'loses its oldest': [
        'unit/kube/recorder.test.ts: limits the number of pending Events',
        'unit/base/fairmap.test.ts: never exceeds its limit, and never takes from a group with less than its share',
      ],
    },
    'Using up the renderer of charts, also by new namespaces': {
      'by the time that their turns have taken': [
        'hostile/chart-queue.test.ts: a chart of another team waits no longer than for the one that is being rendered',
      ],
      'A new one counts': [
        'unit/chart/turns.test.ts: new namespaces have had what those that wait have: none goes before one that waits without debt',
      ],
    },
    'Injecting configuration through text in a rule': {
      'closed grammars': ['cluster/crd.test.ts: the API server and zod agree on a GatewayRule'],
      'is quoted': ['unit/engines/cookies.test.ts: match the headers that hold the cookies, and no others'],
    },
    'Reading, or exporting, metrics of another team’s component': {
      'Every selector has the namespace': [
        'hostile/figures.test.ts: exports counters under the names and labels that the gateway gives to the victim’s component',
        'hostile/figures.test.ts: exports them with the namespace of the gateway, which a job keeps',
        'hostile/rest.test.ts: no series without a namespace is shown, unless the platform chose them',
        'unit/monitor/promql.test.ts: every selector of a built-in item is bound to the component, whatever its form and the names',
      ],
      'Ambiguous names': [
        'hostile/neighbours.test.ts: no request reaches the thief, and no figure of the victim’s',
      ],
    },
    'Reading data of another team through the REST API': {
      'checks every read': [
        'hostile/rest.test.ts: nobody learns which teams there are',
        'hostile/rest.test.ts: nobody learns which applications a team has',
        'cluster/rest-watched.test.ts: a caller without the list permission sees nothing, regardless of earlier callers',
      ],
    },
    'Using up the streams of changes, or learning from them how much others change': {
      'whatever namespaces': ['hostile/rest.test.ts: no team is left without a stream'],
      'are sealed': [
        'unit/rest/changes/journal.test.ts: has ids that tell nothing of the changes of others, not even whether there were any',
      ],
    },
    'Installing with more permissions than the team has, or sending any Secret to a store': {
      'acts as `stoa-install`': [
        'hostile/installs.test.ts: no workload runs in a namespace without the account',
        'hostile/installs.test.ts: no part of a model is made where the account may make only some of it',
        'hostile/stores.test.ts: no other Secret of the namespace is sent to a store',
        'hostile/stores.test.ts: no key is sent to another store',
      ],
    },
    'Claiming to be the object of a foreign install': {
      'only in its namespace': [
        'unit/install/lookup.test.ts: an object belongs to an install of its own namespace only, whatever its label says',
        'unit/install/watches.test.ts: no object of another namespace enqueues an install, whatever its label says',
      ],
      'does not live there': [
        'unit/install/restore/decide.test.ts: whose Secret names an install that lives',
        'unit/install/lookup.test.ts: one of an install that lives, as if it were left',
      ],
    },
    'Changing the stored allocations or the template of an install': {
      'the team may have': [
        'unit/install/plan/takennames.test.ts: that the namespace may not have',
        'unit/model/build/allocate.test.ts: are the lowest free ones, for outer ports that are not HTTP',
      ],
      'recorded size only': [
        'hostile/operator.test.ts: the operator does not fill its memory',
        'unit/install/template/pin.test.ts: is immutable, has the label of the install and no owner, and is named by the digest',
        'unit/install/template/pin.test.ts: is known by its uid, where the pin has one',
        'unit/install/template/pin.test.ts: another template',
        'unit/install/template/pin.test.ts: is never unpacked beyond the recorded size',
      ],
    },
    "Acting on an administrator's terminal, or hiding something there": {
      'prints a space for characters': [
        'hostile/terminal.test.ts: no escape of an Event reaches the terminal of an administrator',
        'hostile/terminal.test.ts: no escape of an application reaches the terminal of an administrator',
        'hostile/chart-texts.test.ts: no text of a status acts on a terminal that prints it as it is',
        'hostile/chart-catalog.test.ts: names that no chart can have are left out, and nothing that is printed acts on a terminal',
        'unit/api/bounded.test.ts: hides nothing in a text for people',
        'unit/telemetry/process.test.ts: a line of the log is JSON that says what it is given, and hides nothing',
      ],
      'stay as they are': NO_PROMISE,
    },
  },
  'An application model': {
    '': {
      'untrusted text': NO_PROMISE,
      'passes the Pod Security Standard': [
        'cluster/install-hostile-model.test.ts: rejects what reaches the node, and admits whatever a hostile model gets',
      ],
      'names everything else': [
        'cluster/install-hostile-model.test.ts: is ready without it, tells the grants, and gets what is granted',
      ],
      'refuses the whole chart': ['unit/chart/content.test.ts: is refused as a whole for %s'],
    },
    'A huge, deep or malformed document': {
      'in pieces that yield': [
        'unit/model/read/parse.test.ts: a template is read in pieces, between which others run: each is of a part of its text or of one component',
      ],
      'application-model.md#validation': [
        'unit/model/read/parse.test.ts: above 5 MiB',
        'unit/model/read/parse.test.ts: that nests 200 levels deep',
        'unit/model/read/parse.test.ts: of 10,000 components',
        'unit/model/models/fuzz.test.ts: anything else than a model is refused',
      ],
    },
    'The node (host paths, namespaces, devices and their resources, `privileged`, capabilities, its name or role, tolerations), Services other than `ClusterIP`, externalIPs, Ingresses, Roles, kinds of Stoa':
      {
        'has none of them': [
          'hostile/models.test.ts: chooses its node',
          'hostile/models.test.ts: tolerates every taint',
          'hostile/models.test.ts: mounts the disk of its node',
          'unit/model/models/fuzz.test.ts: %s stays inside its namespace, or is refused',
          'unit/allowed/kinds.test.ts: are the usual ones without grants',
          'unit/allowed/kinds.test.ts: without a grant',
        ],
        'Only a GatewayRule exposes': [
          'unit/model/build/workload/resources.test.ts: an object that is not applied says why',
        ],
      },
    'Telling values of Secrets, in whatever form, to those who may only read installs': {
      'tells no text': [
        'hostile/chart-texts.test.ts: A value of a Secret is told to who may read an install',
        'unit/install/untold.test.ts: keeps its kind alone where values came from Secrets: %o',
      ],
    },
    'A complaint that its field has no room for': {
      'bound of their field': [
        'hostile/chart-texts.test.ts: no install is left without a status by a complaint that is longer than its field',
        'unit/api/bounded.test.ts: is within its schema, whatever anybody wrote',
      ],
    },
    'Other namespaces, and Secrets, ConfigMaps, volumes and ServiceAccounts of other applications': {
      'also for the certificates of routes': [
        'hostile/models.test.ts: A model refers to nothing in the namespace but what it makes',
        'unit/chart/routes.test.ts: is not one of the namespace',
        'unit/model/models/fuzz.test.ts: %s stays inside its namespace, or is refused',
      ],
      'No pod runs as': ['hostile/models.test.ts: no pod runs as the account that installs act as'],
    },
    'Selecting pods of others, labels and annotations that controllers obey': {
      'that of the own component': ['hostile/models.test.ts: Objects of a model mean nothing to others'],
      'without a domain': [
        'unit/chart/content.test.ts: gives its pods no annotation %s, but replaces them when its value changes',
      ],
    },
    'Making Prometheus send its token, or scrape other addresses': {
      'nothing else': [
        'hostile/configured.test.ts: A ServiceMonitor of a model scrapes its own component, and nothing else',
      ],
    },
    'Addresses of the node, metadata services or the cluster, as components that run elsewhere': {
      'by default none': [
        'unit/model/read/endpoint.test.ts: never are at %s',
        'unit/model/read/endpoint.test.ts: at %s need a range of the configuration',
      ],
    },
    'Names of existing objects': {
      'before the first write': [
        'hostile/lifecycle.test.ts: no version of a model takes what others have made, nor stops what the version before runs',
        'cluster/install.test.ts: changes no foreign object: a taken name stops it before the first creation',
      ],
    },
  },
  'A store': {
    '': {
      'reads an access key as the caller': [
        'hostile/chart-catalog.test.ts: an archive of another host is not fetched, and the versions are shown all the same',
        'hostile/rest.test.ts: no key is written by a caller who may write no Secret',
        'cluster/store-browse.test.ts: sends the access key of a Secret to its store alone, as the caller',
      ],
    },
    'Redirecting requests to internal addresses (SSRF)': {
      'market.stores': [
        'hostile/chart-sources.test.ts: the cloud',
        'hostile/chart-sources.test.ts: names an archive at %s',
        'unit/store/guard.test.ts: permits by default all public addresses, over https alone',
      ],
      'that it checked': [
        'unit/store/pinned.test.ts: a name is resolved once, and the connection goes to the result',
      ],
    },
    'A response that exhausts memory or never ends': {
      'counted before Stoa parses': [
        'hostile/chart-sources.test.ts: sends an index of 200 MB, of which no more than the bound is taken',
        'unit/store/body.test.ts: a bomb',
        'unit/store/client.test.ts: when a response does not end',
        'unit/store/response.test.ts: a response with a huge %s is refused before it is parsed',
      ],
    },
    "Holding the operator's workers with slow answers": {
      'At most 3 of 8 workers': [
        'unit/controller/share.test.ts: is all that the slow keys of one namespace occupy',
      ],
    },
    'A different model under the same version': {
      'exact bytes of the first fetch': [
        'unit/install/template/pin.test.ts: returns any text byte for byte, with the registry of the store',
        'unit/install/template/pin.test.ts: is immutable, has the label of the install and no owner, and is named by the digest',
      ],
    },
    'A chart or model that somebody else has pushed to a registry': {
      'reads nothing before': [
        'hostile/chart-signatures.test.ts: no signature',
        'hostile/chart-signatures.test.ts: the signature of another chart, copied',
        'hostile/chart-signatures.test.ts: a key of its own',
        'hostile/chart-signatures.test.ts: an archive that the signed manifest does not name',
        'hostile/chart-signatures.test.ts: nothing is asked of %s',
        'cluster/install-signatures.test.ts: what is unsigned is not parsed, even where it is no chart at all',
        'cluster/install-signatures.test.ts: a model is installed once it is signed',
      ],
    },
    'Another chart, model or version of the same signer, or an older one in an upgrade': {
      'that were asked for': [
        'hostile/chart-signatures.test.ts: an older version as a newer one',
        'hostile/chart-signatures.test.ts: another chart of the same version',
        'hostile/chart-signatures.test.ts: another model',
      ],
      'the same bytes': [
        'unit/install/template/replay.test.ts: a version is not taken again with other bytes',
        'unit/install/template/replay.test.ts: a range leads to no older version than the one in place',
        'cluster/install-signatures.test.ts: a signed version has the same bytes each time, and a range leads to no older one',
      ],
      'does not say': NO_PROMISE,
    },
    'An index that names another chart than it has': {
      'signed or not': [
        'hostile/chart-sources.test.ts: has %s for an archive, with its digest or without',
        'hostile/chart-sources.test.ts: another archive',
        'hostile/chart-catalog.test.ts: the values of another chart or version than the index says are not shown',
      ],
    },
    'Collecting access keys, or repeating them in a model': {
      'whatever an answer says': [
        'hostile/chart-sources.test.ts: wants the key sent elsewhere by %s',
        'hostile/chart-sources.test.ts: has its tokens given by %s, which the Secret of the key does not name',
        'hostile/chart-sources.test.ts: gets the key where it gives its tokens, and nowhere else',
        'hostile/stores.test.ts: no key is sent to another store',
        'hostile/stores.test.ts: no user who may only view the namespace reads the key',
      ],
      'allows plain HTTP': NO_PROMISE,
    },
  },
  'A stranger at the gateway': {
    'Going around a guard by plain HTTP, the path of ACME, or another spelling of its path': {
      'get a redirect': ['hostile/guards.test.ts: by HTTPS, or by the redirect to it'],
      'only a component reads as the path': ['hostile/guards.test.ts: A guard holds on every path'],
      'of any length': [
        'hostile/guards.test.ts: A guard holds on every path',
        'unit/engines/spellings.test.ts: gets every spelling that a component may read as its path',
        'unit/engines/detours.test.ts: to a path that is too long for an exact pattern are all found: %#',
      ],
      'never compares': [
        'unit/api/rulepath.test.ts: is not %s, and the message says why: %s',
        'cluster/crd.test.ts: an escaped letter',
      ],
    },
    'Keeping others at a component without pods by a cookie': {
      'it gets no requests': [
        'cluster/podless.test.ts: a cookie keeps no client at a component without pods, and the rules say that it has none',
      ],
    },
    'Reading the cookie that keeps a client at its pod': {
      HttpOnly: [
        'cluster/tls.test.ts: the cookies that keep a client at its pod are for HTTPS only where the rule is served by HTTPS',
      ],
    },
  },
  'The gateway probe': {
    'A team that sends the operator to foreign addresses': {
      'only the host': [
        'unit/gateway/probe/target.test.ts: nobody where nothing says where the gateway is',
        'unit/gateway/probe/rule.test.ts: goes to the key of the route, whatever somebody wrote into its rule',
        'unit/gateway/probe/ask.test.ts: does not follow a redirect',
      ],
    },
    'An answer that exhausts memory or never ends': {
      'headers of 8 KiB': [
        'unit/gateway/probe/ask.test.ts: has too many headers',
        'unit/gateway/probe/ask.test.ts: waits a second for an address that accepts connections, and tells it from one that does not',
        'unit/gateway/probe/askbackend.test.ts: reads no more of an error than its beginning',
        'unit/gateway/probe/controller.test.ts: asks for many routes at once, again until they are served, and forgets those that are gone',
      ],
    },
    'Rules for which the gateway works without an answer': {
      'a fifth of the': [
        'unit/gateway/probe/allowance.test.ts: lets the slow routes of a namespace keep the probe waiting for ten seconds at once, then for a fifth of the time',
        'unit/gateway/probe/allowance.test.ts: does not charge one namespace with what another one costs',
      ],
    },
    'A stranger who asks for the hash of a route': {
      'that route only': ['unit/gateway/probe/rule.test.ts: of a route with another %s has another key'],
    },
    'A component that answers in place of the gateway': {
      'its own team only': ['unit/gateway/probe/rule.test.ts: of a route with another %s has another key'],
    },
    'Going around a guard by the rule that asks a component': {
      'with a header whose value': [
        'unit/gateway/probe/backendrule.test.ts: match one path each, with the header, and have no filter of a guard',
        'unit/gateway/probe/callrule.test.ts: ask each backend that gets calls, once',
      ],
    },
  },
  'A source of metrics': {
    'Collecting the credentials of Stoa': {
      'They come from files': [
        'hostile/answers.test.ts: redirects to elsewhere',
        'unit/monitor/credentials.test.ts: reads a token again when its file changes',
        'unit/monitor/prometheus.test.ts: follows no redirect, so that credentials stay with their origin',
        'unit/monitor/prometheus.test.ts: a rejected query ends no other, and its reason does not repeat the secret',
        'unit/monitor/accesstokens.test.ts: has no token of %s, and says so without the secret',
      ],
    },
    'A response that exhausts memory or never ends': {
      'counted before Stoa parses': [
        'hostile/answers.test.ts: sends without an end',
        'hostile/answers.test.ts: sends a byte at a time',
        'hostile/answers.test.ts: sends a gzip bomb',
        'hostile/answers.test.ts: nests lists beside a value',
        'unit/monitor/response.test.ts: many values',
        'unit/monitor/prometheus.test.ts: sends ten queries at a time, lets 200 wait, and refuses the rest',
      ],
    },
    'Text in place of figures': {
      'A value is a number': [
        'hostile/answers.test.ts: sends a text as a value',
        'hostile/answers.test.ts: sends no number at all',
      ],
    },
    'A team that chooses its name to reach another tenant': {
      'accept label values only': [
        'unit/monitor/tenant.test.ts: no name of a team adds a tenant, a header or a line',
      ],
    },
  },
  'A stranger at the REST API': {
    '': {
      'need no token': NO_PROMISE,
      'name the Secrets of presented certificates': [
        'unit/telemetry/labels.test.ts: of teams, metrics name the Secrets of certificates alone',
      ],
    },
    'A foreign token, or headers that claim a user': {
      'nothing else counts': [
        'cluster/rest-guard.test.ts: is the user that the API server authenticates, whatever the request claims',
      ],
    },
    'A token that was issued for another audience': {
      'rest.audiences': ['cluster/rest-guard.test.ts: must come with a token for the configured audience'],
    },
    'Guessing tokens, locking others out with bad ones, or many, slow, large or endless requests': {
      'limits-of-the-rest-api': [
        'hostile/rest.test.ts: a caller whom the REST API does not know yet is not turned away',
        'hostile/rest.test.ts: a rule of another caller does not wait',
        'hostile/rest.test.ts: variants of a token that the cluster has signed count as rejected tokens',
        'cluster/rest-hostile.test.ts: that never ends is not stored, and its connection is cut',
        'cluster/rest-hostile.test.ts: that arrive too slowly are rejected in time, on many connections at once',
      ],
      'without a review': [
        'unit/rest/guard/token.test.ts: a token that has expired',
        'unit/rest/guard/authenticate.test.ts: reviews nothing for "%s"',
      ],
      'is not read': ['cluster/rest-hostile.test.ts: of an unauthenticated caller is not read'],
    },
    'Paths, names and queries with injected syntax': {
      'PromQL values are quoted': [
        'cluster/rest-hostile.test.ts: through %s reaches nothing',
        'unit/monitor/promql.test.ts: no value breaks out of its string literal',
      ],
      'Logs are JSON': [
        'cluster/rest-hostile.test.ts: creates no line of its own, and no line contains a token',
      ],
    },
    'A page in a browser that sends requests as its user': {
      'There are no cookies': [
        'unit/rest/http/router.test.ts: no answer sets a cookie, or allows the pages of an origin to read it',
      ],
    },
    'Reading tokens on the network': {
      'TLS by default': [
        'hostile/rest.test.ts: no token is heard, unless the platform chose plain HTTP',
        'cluster/rest-process.test.ts: serves by TLS where nothing is said, with a certificate that it signed itself',
      ],
    },
  },
  'A page or a program beside the console': {
    'Reading the token of a caller': {
      'Only the storage of the tab has it': [
        'hostile/console.test.ts: is in the storage of the tab alone, in no address, request body, preview or log, and in nothing after the sign-out',
        'hostile/console.test.ts: is not in another tab, also one that the page opens',
      ],
      'leaves it before anything else': [
        'hostile/console.test.ts: leaves the address and the history at once where it came by them, also into an open page',
      ],
    },
    'A code of the issuer that another page gets': {
      PKCE: [
        'cluster/oidc.test.ts: gives nothing for the code alone, without the secret of the tab that asked for it',
      ],
      'by its state': ['cluster/oidc.test.ts: gives nothing for a code that another tab got, or got before'],
    },
    'Sending data elsewhere': {
      'Content-Security-Policy': [
        'hostile/console.test.ts: blocks what a script could do that got into it',
        'unit/rest/console/settings.test.ts: let it send requests to the origins of the issuer alone, each once',
      ],
    },
    'Using `kubectl stoa console` of somebody else': {
      'listens at 127.0.0.1': ['unit/plugin/console/server.test.ts: the console listens at 127.0.0.1 alone'],
      'the key of the run': [
        'cluster/plugin-console.test.ts: serves the API to who has the key alone, as the user with a client certificate',
        'unit/plugin/console/browser.test.ts: the file by which a browser gets the key is for its user alone, and goes',
      ],
    },
    'A page that gives its own name the address 127.0.0.1 (DNS rebinding)': {
      'The header `Host`': [
        'cluster/plugin-console.test.ts: answers no page that has given its own name the address',
      ],
    },
  },
  'A stolen token': {
    '': {
      'every Secret and ConfigMap of the cluster': NO_PROMISE,
      'It writes no workloads or Secrets anywhere else': [
        'hostile/rights.test.ts: no workload runs',
        'hostile/rights.test.ts: no Secret is written',
        'hostile/rights.test.ts: no account is created',
      ],
      'of all teams, to read': [
        'hostile/rights.test.ts: no Secret is read',
        'hostile/rights.test.ts: impersonates it',
      ],
      'also the permissions of its callers': NO_PROMISE,
      'a revoked token': [
        'hostile/rest.test.ts: no rule is created in the name of an account that is gone',
        'unit/rest/guard/authenticate.test.ts: reviews a token once in ten seconds',
      ],
      'to administrators only': NO_PROMISE,
      'To reduce the access': NO_PROMISE,
      'read-only root file system': [
        'cluster/chart.test.ts: leave the ids of users to OpenShift',
        'unit/deploy/chart/pods.test.ts: the pods of %s run as nobody, write nothing, and have a NetworkPolicy',
      ],
    },
  },
  'The supply chain': {
    '': {
      'Workflows pin': [
        'unit/deploy/workflows.test.ts: %s names an action by its commit, and its version for people',
      ],
    },
  },
  'What a team can cost the others': {
    '': {
      'share the CPU of the gateway': NO_PROMISE,
      'and the REST API refuses such a certificate': [
        'hostile/content.test.ts: no client gets a certificate that costs the gateway more than others',
        'hostile/content.test.ts: no request waits for a hash that stood before its namespace had a team',
        'hostile/content.test.ts: no such certificate is stored by the REST API',
      ],
      'Hashes of passwords': [
        'hostile/content.test.ts: names a Secret from that time in a rule',
        'unit/content/secretpolicy.test.ts: refuses the files with a costly hash, wherever it stands, and no others',
      ],
      'Private keys': [
        'hostile/content.test.ts: with an RSA key of 4,224 bits',
        'hostile/content.test.ts: with an RSA key of three primes',
        'unit/content/certificate.test.ts: on P-224',
        'unit/content/certificate.test.ts: a file of a key that is longer than any key is unusable',
      ],
      'Certificates that are presented': [
        'hostile/content.test.ts: with ten certificates above it',
        'unit/content/certificate.test.ts: a chain of more bytes than each client is to get is unusable',
        'unit/content/certificate.test.ts: is unusable with more names than any authority issues a certificate for',
      ],
      'Conditions and guards of rules': [
        'hostile/content.test.ts: no request is compared with the conditions of wildcard above wildcard',
        'unit/rule/burden.test.ts: the youngest of the rules in one room find none in it',
      ],
      'of which no group is repeated': ['unit/api/pathregex.test.ts: an expression for paths'],
      'Lists: 64 ranges': [
        'unit/rest/http/doors.test.ts: ten thousand addresses in %s are refused with one error',
      ],
      'at the moment at which they change': NO_PROMISE,
      'a ValidatingAdmissionPolicy of the chart': [
        'hostile/content.test.ts: no hash that takes seconds takes the place of one that is served',
        'hostile/content.test.ts: no file of a key or chain gets longer than the gateway takes it',
      ],
      'can stand until the operator sees it': NO_PROMISE,
      'One request at these bounds': NO_PROMISE,
      'One client that sends them': NO_PROMISE,
      'headers of up to 1 MiB': NO_PROMISE,
      'Beside 2,000 rules': NO_PROMISE,
    },
  },
  'What Stoa does not protect against': {
    '': {
      'who controls nodes': NO_PROMISE,
      'neither scans nor verifies': NO_PROMISE,
      'Configure Pod Security': NO_PROMISE,
      'while none is declared at all': NO_PROMISE,
      'from the first one on': [
        'hostile/configured.test.ts: no host goes to a team for which nobody has declared it',
      ],
      'The same goes for ports': ['unit/names/gate.test.ts: a port is'],
      'the old name of a renamed rule': [
        'unit/gateway/names/register.test.ts: keeps the old name of a rule that was renamed while no process ran',
      ],
      'A declaration protects them': [
        'hostile/declared.test.ts: no declared host goes to a team that comes first',
      ],
      'A certificate that its team swaps': NO_PROMISE,
      'Until then, Traefik presents it': [
        'hostile/certificates.test.ts: no other certificate of its namespace is presented to them afterwards',
      ],
      'For the next five minutes': [
        'unit/gateway/tls.test.ts: is withdrawn when it gets such a name, and no other one is presented for a while',
      ],
      'The pace of one team': NO_PROMISE,
      'bypass the checks of Stoa': NO_PROMISE,
      'accept only routes from team namespaces': [
        'hostile/rights.test.ts: no team writes routes without Stoa',
        'unit/gateway/listeners/plan.test.ts: listeners take the routes of teams: %s',
      ],
      'The listener controller': NO_PROMISE,
      'Old versions of engines': NO_PROMISE,
      'Egress to the ports of the API server': NO_PROMISE,
    },
  },
};
