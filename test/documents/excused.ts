import { withoutComment } from './command.ts';

/** A command of the documents that no test can run as printed. */
export interface Excused {
  readonly command: string;
  readonly why: string;
  /** The test that covers the same, if any. */
  readonly covered?: string;
}

/** All excused commands. test/cluster/documents.test.ts runs all others. */
export const EXCUSED: readonly Excused[] = [
  {
    command: 'npm start -- --detach',
    why: 'it takes the ports that a cluster of yours may have',
    covered: 'test/cluster/support/setup.ts, at other ports',
  },
  {
    command:
      'curl -X PUT "$STOA/openapi/v1/teams/shop/regions/local/apps/1/httpdomains/$RULE" \\\n  -H "Authorization: $TOKEN" -H \'Content-Type: application/json\' -d \'{"certificate_id": 7}\'',
    why: 'it needs a certificate with this number',
    covered: 'test/cluster/rest-certificates.test.ts',
  },
  { command: 'npm ci', why: 'it would replace the packages that the tests run with' },
  ...['npm run image', 'npm run image -- --name=ghcr.io/me/stoa:1 --folder=out'].map((command) => ({
    command,
    why: 'it takes a minute',
    covered: 'test/cluster/image.test.ts',
  })),
  ...[
    'npm run release -- --dry-run 1.2.3',
    'npm run release -- --dry-run 1.2.3 --out=release --registry=ghcr.io/OWNER \\\n  --downloads=https://github.com/OWNER/stoa/releases/download/v1.2.3',
  ].map((command) => ({ command, why: 'it takes a minute', covered: 'test/cluster/release.test.ts' })),
  { command: 'docker build -t stoa:dev .', why: 'there is no container engine' },
  ...[
    'cosign verify ghcr.io/OWNER/stoa:1.2.3 \\\n  --certificate-oidc-issuer=https://token.actions.githubusercontent.com \\\n  --certificate-identity=https://github.com/OWNER/stoa/.github/workflows/release.yml@refs/tags/v1.2.3',
    'gh attestation verify oci://ghcr.io/OWNER/stoa:1.2.3 --repo=OWNER/stoa',
    'gh attestation verify oci://ghcr.io/OWNER/stoa:1.2.3 --repo=OWNER/stoa --predicate-type=https://cyclonedx.org/bom',
  ].map((command) => ({ command, why: 'it needs a release in a registry' })),
  {
    command: 'kubectl stoa publish shop.json oci://registry.example.com/models/shop:1.0',
    why: 'it needs a registry',
    covered: 'test/cluster/model-artifacts.test.ts',
  },
  {
    command: 'npm run stop',
    why: 'it would end the cluster of the other commands',
    covered: 'test/cluster/support/cli.ts, with a folder of the tests',
  },
  { command: 'npm test', why: 'it is what runs the tests' },
];

/** Whether a command is excused. */
export function isExcused(command: string): boolean {
  return EXCUSED.some((each) => each.command === withoutComment(command));
}
