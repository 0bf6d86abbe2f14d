import type { BackendChoice } from '../../api/backend.ts';
import { backendSchema } from '../../api/backend.ts';
import {
  type AnnotationContext,
  BAD,
  type Reading,
  type Row,
  type Rows,
  reading,
  refused,
  SAME,
} from '../row.ts';

const PROTOCOL = 'backend-protocol';

/** Annotations on the protocol of components. */
export const BACKEND_ROWS: Rows = {
  [PROTOCOL]: {
    verdict: 'field',
    field: 'http.policy.backend',
    feature: 'http.policy.backend[protocol: https]',
    how: '`h2c` for GRPC; `https` for HTTPS and GRPCS, only with all of `proxy-ssl-verify: on`, `proxy-ssl-name` and `proxy-ssl-secret`',
    bad: 'ignored',
    read: readProtocol,
  },
  'proxy-ssl-verify': { verdict: 'with', of: [PROTOCOL], how: 'a rule always verifies' },
  'proxy-ssl-name': { verdict: 'with', of: [PROTOCOL], how: 'as `serverName`' },
  'proxy-ssl-secret': {
    verdict: 'with',
    of: [PROTOCOL],
    how: 'as `caConfigMapName`: first make a ConfigMap of the same name with its `ca.crt`; its own certificate is not presented',
  },
  'proxy-ssl-server-name': { verdict: 'with', of: [PROTOCOL], how: 'a rule always sends the name' },
  'proxy-ssl-verify-depth': ofEngine(),
  'proxy-ssl-ciphers': ofEngine(),
  'proxy-ssl-protocols': ofEngine(),
};

function ofEngine(): Row {
  return {
    verdict: 'refused',
    why: 'what TLS the gateway speaks with components is a matter of the gateway',
    instead: 'nothing is needed in most cases',
    made: true,
  };
}

function readProtocol(value: string, context: AnnotationContext): Reading {
  switch (value.toUpperCase()) {
    case 'HTTP':
    case 'AUTO_HTTP':
      return SAME;
    case 'GRPC':
      return stating({ protocol: 'h2c' });
    case 'HTTPS':
    case 'GRPCS':
      return readTls(context);
    case 'FCGI':
      return refused('no gateway engine speaks FastCGI: place a web server beside the component');
    default:
      return BAD;
  }
}

function readTls({ other }: AnnotationContext): Reading {
  const [verify, serverName, secret] = ['verify', 'name', 'secret'].map((each) => other(`proxy-ssl-${each}`));
  if (verify !== 'on' || serverName === undefined || secret === undefined) {
    return refused(
      'the original takes any certificate, and a rule verifies it: set proxy-ssl-verify to on, proxy-ssl-name to the name that the certificate is for, and proxy-ssl-secret to a Secret with its authorities',
    );
  }
  const caConfigMapName = secret.slice(secret.indexOf('/') + 1);
  return stating(
    { protocol: 'https', serverName, caConfigMapName },
    `make a ConfigMap ${caConfigMapName} with ca.crt of Secret ${secret} first; the gateway presents no certificate of its own to the component`,
  );
}

function stating(choice: BackendChoice, note?: string): Reading {
  const { success, data: backend } = backendSchema.safeParse(choice);
  return success
    ? reading({ policy: { backend } }, note)
    : refused('proxy-ssl-name must be a DNS name, without a variable, and proxy-ssl-secret a name');
}
