// @ts-check
// Finds the browser for the end-to-end tests. `node scripts/start/browser.mjs` prints its path, or installs
// Debian's Chromium first.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sayWhile } from './progress.mjs';
import { Refusal, runProgram, runTool, say } from './terminal.mjs';

// Tests run twice as fast in a headless browser.
const HEADLESS = 'chromium-headless-shell';
const NAMES = [
  HEADLESS,
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const PLACES = [
  '/usr/bin',
  '/usr/local/bin',
  '/snap/bin',
  '/opt/google/chrome',
  '/usr/lib/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS',
  '/Applications/Chromium.app/Contents/MacOS',
];
const MAC_NAMES = ['Google Chrome', 'Chromium'];
const ADVICE =
  'Install Chromium or Google Chrome (Debian: apt-get install chromium-headless-shell fonts-thai-tlwg), or set CHROMIUM_PATH to its program.';

/** Whether the path is an executable file. @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the path of an installed browser, or null if there is none. Throws Refusal if CHROMIUM_PATH is not
 * a program.
 * @param {Record<string, string | undefined>} env
 * @param {{ places?: string[], exists?: (path: string) => boolean }} [world] for tests
 * @returns {string | null}
 */
export function findBrowser({ CHROMIUM_PATH, PATH = '' }, { places = PLACES, exists = isProgram } = {}) {
  if (CHROMIUM_PATH !== undefined && CHROMIUM_PATH !== '') {
    if (exists(CHROMIUM_PATH)) return CHROMIUM_PATH;
    throw new Refusal(`CHROMIUM_PATH=${CHROMIUM_PATH} is not a program. ${ADVICE}`);
  }
  const dirs = [...PATH.split(delimiter).filter((dir) => dir !== ''), ...places];
  const candidates = [...NAMES, ...MAC_NAMES].flatMap((name) => dirs.map((dir) => join(dir, name)));
  return candidates.find((path) => exists(path)) ?? null;
}

/** @typedef {{ env: Record<string, string | undefined>, uid: number | undefined, hasApt: () => boolean, find: typeof findBrowser }} Machine */

/** @type {Machine} */
const HERE = {
  env: process.env,
  uid: process.getuid?.(),
  hasApt: () => spawnSync('apt-get', ['--version']).status === 0,
  find: findBrowser,
};

/**
 * Finds the browser. If there is none, installs Debian's Chromium, which needs root.
 * @param {{ signal?: AbortSignal, machine?: Machine }} [options] `machine`: replaces this machine in tests
 * @returns {Promise<string>} the path of the browser; throws Refusal with instructions
 */
export async function ensureBrowser({ signal, machine = HERE } = {}) {
  const found = machine.find(machine.env);
  if (found !== null) return found;
  if (machine.uid !== 0 || !machine.hasApt())
    throw new Refusal(`No browser was found for the end-to-end tests. ${ADVICE}`);
  await installChromium(signal);
  const installed = machine.find(machine.env);
  if (installed === null)
    throw new Refusal(`apt-get installed chromium, but it is not where it was expected. ${ADVICE}`);
  return installed;
}

/** Installs Debian's Chromium with apt-get. @param {AbortSignal | undefined} signal */
async function installChromium(signal) {
  say('installing chromium (apt-get)');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  /** @param {string[]} args */
  const aptGet = (args) => {
    const what = `apt-get ${args[0]}`;
    const running = runTool({ what, command: 'apt-get', args, cwd: '/', env, signal, hint: ADVICE });
    return sayWhile(running, (seconds) => `${what} (${seconds} s)`);
  };
  await aptGet(['update']);
  const hasHeadless = spawnSync('apt-get', ['install', '--simulate', HEADLESS]).status === 0;
  const chromium = hasHeadless ? HEADLESS : 'chromium';
  await aptGet(['install', '-y', '--no-install-recommends', chromium, 'fonts-thai-tlwg']);
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await runProgram(async () => say(await ensureBrowser()));
}
