import { access, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { type Browser, launch } from 'puppeteer-core';

/** Names under which Chromium is installed. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/**
 * Opens a headless Chromium: the machine's own, or else that of the packages (Linux), unpacked into an empty folder.
 */
export async function openBrowser(folder: string, args: readonly string[] = []): Promise<Browser> {
  const before = { ...process.env };
  try {
    return await launch({
      executablePath: (await installed()) ?? (await unpacked(folder)),
      // Tests may run as root, for which Chromium has no sandbox.
      args: ['--no-sandbox', ...args],
      headless: 'shell',
    });
  } finally {
    restore(before);
  }
}

/** Restores the environment: other test files run in this process after the folder is gone. */
function restore(before: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env).filter((each) => before[each] === undefined)) {
    delete process.env[name];
  }
  Object.assign(process.env, before);
}

async function installed(): Promise<string | undefined> {
  const folders = (process.env.PATH ?? '').split(delimiter);
  for (const file of folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))) {
    const isThere = await access(file).then(
      () => true,
      () => false,
    );
    if (isThere) {
      return file;
    }
  }
  return undefined;
}

/**
 * Unpacks Chromium. The package reads its environment on import: the target folder, and whether libraries may be
 * missing.
 */
async function unpacked(folder: string): Promise<string> {
  process.env.TMPDIR = folder;
  process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs24.x';
  // Its own file names folders that do not exist: without a font, Chromium ends.
  process.env.FONTCONFIG_FILE = join(folder, 'own-fonts.conf');
  const [fonts, cache] = ['fonts', 'fonts-cache'].map((name) => join(folder, name));
  await writeFile(
    process.env.FONTCONFIG_FILE,
    `<fontconfig><dir>${fonts}</dir><cachedir>${cache}</cachedir></fontconfig>`,
  );
  const { default: chromium } = await import('@sparticuz/chromium');
  return chromium.executablePath();
}
