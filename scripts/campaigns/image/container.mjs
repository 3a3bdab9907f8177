// @ts-check
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Refusal } from '../../start/terminal.mjs';
import { podman } from './podman.mjs';

/** @typedef {{ User: string, Env: string[], Entrypoint: string[], Cmd: string[], WorkingDir: string, Healthcheck: { Test: string[] } }} Config */
/** @typedef {{ child: import('node:child_process').ChildProcess, output: () => string, exited: Promise<number | null> }} Running */

/**
 * Opens an image as a container runtime would: its root file system, read-only, with the user, the environment and the
 * entry point of its configuration. Uses chroot, because not every machine may start containers. Needs root.
 * @param {string} tag
 */
export async function openImage(tag) {
  /** @type {[{ Config: Config, Healthcheck?: Config['Healthcheck'] }]} */
  const [{ Config: config, Healthcheck }] = JSON.parse(await podman(['image', 'inspect', tag]));
  const folder = await podman(['image', 'mount', tag]);
  const proc = join(folder, 'proc');
  if (spawnSync('mount', ['-t', 'proc', 'proc', proc]).status !== 0)
    throw new Refusal('The image could not be opened. Run as root.');

  /** Starts a command of the image. @param {string[]} command @param {string[]} [settings] @returns {Running} */
  const start = (command, settings = []) => {
    const env = ['/usr/bin/env', '-C', config.WorkingDir, '-i', ...config.Env, ...settings];
    const child = spawn('chroot', [`--userspec=${config.User}`, folder, ...env, ...command]);
    let text = '';
    for (const channel of [child.stdout, child.stderr]) channel.on('data', (data) => (text += data));
    /** @type {Promise<number | null>} */
    const exited = new Promise((resolve) => child.once('exit', resolve));
    return { child, output: () => text.trim(), exited };
  };

  return {
    config,
    /** Starts a program of `dist/` by the entry point. @param {string} program @param {string[]} settings */
    startProgram: (program, settings) => start([...config.Entrypoint, `dist/${program}.js`], settings),
    /** Runs JavaScript in the image and returns its output. @param {string} code @returns {Promise<string>} */
    evaluate: async (code) => {
      const running = start(['node', '--eval', code]);
      await running.exited;
      return running.output();
    },
    /** Whether the health check of the image passes. @param {string[]} settings @returns {Promise<boolean>} */
    isHealthy: async (settings) => {
      const [kind, ...command] = Healthcheck?.Test ?? config.Healthcheck.Test;
      return kind === 'CMD' && (await start(command, settings).exited) === 0;
    },
    close: async () => {
      spawnSync('umount', [proc]);
      await podman(['image', 'unmount', tag]);
    },
  };
}
