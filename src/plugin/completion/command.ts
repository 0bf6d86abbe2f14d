import { type CommandLine, UsageError } from '../options.ts';
import type { Verb } from '../verb.ts';

/** Scripts of shells, which ask the plugin for candidates. */
const SCRIPTS = {
  bash: `_kubectl_stoa() {
  local out
  out=$(kubectl-stoa __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null) || return
  [[ \${out##*$'\\n'} == :0 ]] && compopt -o default
  mapfile -t COMPREPLY < <(printf '%s\\n' "$out" | grep -v '^:')
  [[ \${COMPREPLY[0]} == */ ]] && compopt -o nospace
}
complete -F _kubectl_stoa kubectl-stoa
`,
  zsh: `#compdef kubectl-stoa
_kubectl_stoa() {
  local -a out
  out=("\${(@f)$(kubectl-stoa __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  [[ \${out[-1]} == :0 ]] && _files
  compadd -- "\${(@)out[1,-2]}"
}
compdef _kubectl_stoa kubectl-stoa
`,
  fish: `complete -c kubectl-stoa -f -a '(kubectl-stoa __complete (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null | string match -v ":*")'
`,
} as const;

type Shell = keyof typeof SCRIPTS;

/** Shells that there is a script for. */
export const SHELLS = Object.keys(SCRIPTS) as readonly Shell[];

/** `completion`: prints the script of a shell. */
export const completion: Verb<never, Shell> = {
  parse: shellIn,
  async run(shell, { output }) {
    output.write(SCRIPTS[shell]);
    return 0;
  },
};

function shellIn({ words }: CommandLine<never>): Shell {
  const [word = '', ...more] = words;
  const shell = SHELLS.find((each) => each === word);
  if (shell === undefined || more.length > 0) {
    throw new UsageError(`completion takes one of ${SHELLS.join(', ')}`);
  }
  return shell;
}
