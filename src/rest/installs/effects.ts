import type { Effects } from '../contract/dryrun.ts';
import type { InstallEdit } from './edit.ts';

/** Effects of edits by which installs ask for other versions. Pure. */
export function effectsOfVersions(edits: readonly InstallEdit[]): Effects {
  return {
    changes: edits,
    notKnown: edits.map(
      ({ after: { metadata, spec } }) =>
        `The objects of the components: kubectl stoa plan mi/${metadata.name} --to ${spec.appModelVersion} shows them.`,
    ),
  };
}
