import { fillWith, type Growth, type Scope } from './variables/fill.ts';

/**
 * Arguments of a container: a command with its variables filled in, split at blanks, as the format knows no quotes. A
 * secret stands as `$(NAME)`, which Kubernetes replaces with the env.
 */
export function argumentsOf(command: string, scope: Scope, growth: Growth): readonly string[] {
  const look = (name: string) => {
    const found = scope.get(name);
    if (found?.secret !== true) {
      return found;
    }
    return name.includes(')') ? 'as-written' : { text: `$(${name})`, secret: false };
  };
  const { text } = fillWith({ text: command, secret: false }, look, growth);
  return text.split(' ').filter((word) => word !== '');
}
