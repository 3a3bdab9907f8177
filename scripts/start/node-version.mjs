// @ts-check
/**
 * The oldest supported minor version of each major version of Node. Later major versions are also supported.
 * Must agree with `engines` in package.json.
 */
const LINES = [
  [20, 19],
  [22, 12],
  [24, 0],
];

/**
 * Returns why the product cannot run on this machine. This file must also run on old versions of Node.
 * @param {string} version of Node
 * @param {NodeJS.Platform} platform
 * @returns {string | null} the message to print; null if the product can run
 */
export function unsupported(version, platform) {
  if (platform === 'win32')
    return 'ira does not run on Windows itself: use WSL (https://learn.microsoft.com/windows/wsl/install) and run this command there.';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const newest = LINES.at(-1)?.[0] ?? 0;
  const line = LINES.find(([wanted]) => wanted === major);
  if (major > newest || (line !== undefined && minor >= (line[1] ?? 0))) return null;
  return `ira needs Node 20.19, 22.12, 24 or newer; this is Node ${version}.`;
}

/**
 * Calls `program`, which imports the real program, if this machine is supported. Otherwise prints the reason.
 * @param {() => Promise<unknown>} program
 */
export function onSupportedMachine(program) {
  const problem = unsupported(process.versions.node, process.platform);
  if (problem === null) return program();
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
