// @ts-check
import { root, runTool } from '../../start/terminal.mjs';

/** Runs podman and returns its output. @param {string[]} args @param {AbortSignal} [signal] @returns {Promise<string>} */
export const podman = async (args, signal) =>
  (await runTool({ what: `podman ${args[0]}`, command: 'podman', args, cwd: root, signal })).trim();
