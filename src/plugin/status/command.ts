import type { Connection } from '../connect.ts';
import { inOneLine } from '../failure.ts';
import { lookFor } from '../text/look.ts';
import { drawStatus } from './draw.ts';
import { type StatusCommand, takePicture } from './observe.ts';
import { drawRepeatedly, type Screen } from './watch.ts';

/** Shows applications, once or until `stop` aborts. */
export async function showStatus(
  connection: Connection,
  command: StatusCommand,
  screen: Screen,
  stop: AbortSignal,
): Promise<void> {
  const draw = async () => {
    const { applications, remarks } = await takePicture(connection, command, Date.now());
    return drawStatus(applications, remarks, lookFor(screen, command.plain, process.env));
  };
  if (command.watch) {
    // Of a cluster that does not answer for a moment, the user hears, and goes on to watch.
    await drawRepeatedly(screen, () => draw().catch((error: unknown) => [inOneLine(error)]), stop);
  } else if (command.json) {
    const picture = await takePicture(connection, command, Date.now());
    screen.write(`${JSON.stringify(picture, null, 2)}\n`);
  } else {
    const lines = await draw();
    screen.write(lines.map((line) => `${line}\n`).join(''));
  }
}
