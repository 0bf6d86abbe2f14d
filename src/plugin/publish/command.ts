import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { present } from '../../base/fields.ts';
import { inTurns } from '../../base/gradual.ts';
import { withoutTrailing } from '../../base/text.ts';
import { EventLoopYielder } from '../../base/yielding.ts';
import { MAX_MODEL, MODEL_CONFIG_TYPE, MODEL_TYPE, modelAnnotations } from '../../model/artifact.ts';
import { parseModel } from '../../model/read/parse.ts';
import { push } from '../../registry/push.ts';
import { repositoryAt } from '../../registry/repository.ts';
import { gateOf } from '../../store/exchange.ts';
import type { Allowed } from '../../store/guard.ts';
import { messageOf } from '../../store/message.ts';
import { Refused } from '../failure.ts';
import { type CommandLine, UsageError } from '../options.ts';
import { plainLine } from '../text/line.ts';
import type { Verb } from '../verb.ts';
import { accessKeyFor } from './accesskey.ts';
import { type TaggedPlace, taggedPlaceOf } from './place.ts';

type PublishOption = 'username' | 'password-stdin' | 'plain-http';

/** A model to publish. */
interface PublishRequest {
  readonly file: string;
  readonly place: TaggedPlace;
  /** Its password is on the standard input; undefined for the credential of the Docker configuration. */
  readonly username: string | undefined;
  readonly plainHttp: boolean;
  readonly env: NodeJS.ProcessEnv;
}

/** `publish`: pushes an application model to a registry, after the check that the operator makes. */
export const publish: Verb<PublishOption, PublishRequest> = {
  parse: parsePublish,
  async run(request, { output, untilInterrupted }) {
    const template = await readModelFile(request.file);
    const digest = await pushModel(request, template, untilInterrupted());
    const { url, tag } = request.place;
    output.write(`${plainLine(`${url}:${tag} is published: ${digest}`)}\n`);
    return 0;
  },
};

function parsePublish(line: CommandLine<PublishOption>): PublishRequest {
  const [file, target, ...more] = line.words;
  if (file === undefined || target === undefined || more.length > 0) {
    throw new UsageError(
      'publish takes a file and a place, such as: oci://registry.example.com/models/shop:1.0',
    );
  }
  const username = line.text('username');
  if ((username === undefined) === line.flag('password-stdin')) {
    throw new UsageError('--username and --password-stdin go together');
  }
  return { file, place: taggedPlaceOf(target), username, plainHttp: line.flag('plain-http'), env: line.env };
}

/** Any address: what a user may reach, the command may. */
const ANYWHERE: readonly Extract<Allowed, { type: 'range' }>[] = [
  { type: 'range', address: '0.0.0.0', prefix: 0 },
  { type: 'range', address: '::', prefix: 0 },
];

/** Model in a file, if an operator can install it. Throws Refused. */
async function readModelFile(file: string): Promise<Buffer> {
  const template = await readFile(file).catch((error: Error) => {
    throw new Refused(`the file cannot be read: ${error.message}`);
  });
  if (template.length > MAX_MODEL) {
    throw new Refused(`the model is larger than ${MAX_MODEL / 2 ** 20} MiB`);
  }
  const parsed = await inTurns(parseModel(template, ANYWHERE), new EventLoopYielder(), (work) => work());
  if (parsed.type === 'refused') {
    throw new Refused(`the model cannot be installed: ${parsed.message}`);
  }
  return template;
}

/** Pushes a model; resolves to the digest of its manifest. Throws Refused. */
async function pushModel(request: PublishRequest, template: Buffer, signal: AbortSignal): Promise<string> {
  const { place, plainHttp } = request;
  const plain: readonly Allowed[] = plainHttp ? [{ type: 'origin', origin: `http://${place.host}` }] : [];
  const stores = [...ANYWHERE, ...plain];
  // As docker does: what the registry is told in other ways, it may be told in this one.
  const key = present({ accessKey: await accessKeyOf(request), realms: 'any' as const });
  const to = repositoryAt({ gate: gateOf({ stores }), stores }, place.url, key);
  const artifact = {
    config: { mediaType: MODEL_CONFIG_TYPE, bytes: Buffer.from('{}') },
    layer: { mediaType: MODEL_TYPE, bytes: template },
    annotations: modelAnnotations(place.repository, place.tag),
  };
  const pushed = 'type' in to ? to : await push(to.client, artifact, place.tag, signal);
  if (pushed.type !== 'pushed') {
    throw new Refused(`${place.host}: ${messageOf(pushed)}`);
  }
  return pushed.digest;
}

async function accessKeyOf({ place, username, env }: PublishRequest): Promise<string | undefined> {
  return username === undefined
    ? await accessKeyFor(place, env)
    : `${username}:${withoutTrailing(await text(process.stdin), '\n')}`;
}
