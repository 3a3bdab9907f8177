// @ts-check
const MINIMUM = [20, 19];

/** Null when this Node is new enough for the packages, else the sentence to print. Runs on any Node that knows modules.
 * @param {string} version @returns {string | null} */
export function nodeTooOld(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = MINIMUM;
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return null;
  return `ira needs Node ${MINIMUM.join('.')} or newer; this is Node ${version}.`;
}

/** Imports the program only on a Node that can read it.
 * @param {() => Promise<unknown>} program */
export function onNewEnoughNode(program) {
  const problem = nodeTooOld(process.versions.node);
  if (problem === null) return program();
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
