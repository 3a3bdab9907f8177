// @ts-check
// npm run image: builds the image and its target `sandbox` with podman, and checks both with a PostgreSQL of this
// machine. `--local-bases` first makes the base images from packages, for a machine that reaches no image registry.
// `--keep` keeps the images afterwards.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { makeLocalBases } from './image/bases.mjs';
import { checkImages } from './image/checks.mjs';
import { podman } from './image/podman.mjs';
import { Refusal, root, runProgram, say } from '../start/terminal.mjs';

/** The images by target, with the limit of their size in bytes. */
const IMAGES = {
  server: { tag: 'ira', maxBytes: 400e6 },
  sandbox: { tag: 'ira-sandbox', maxBytes: Infinity },
};

/** Builds a target and returns its size in bytes. @param {keyof typeof IMAGES} target @returns {Promise<number>} */
async function build(target) {
  const { tag } = IMAGES[target];
  say(`building ${tag}`);
  await podman([
    'build',
    '--format',
    'docker',
    '--isolation',
    'chroot',
    '--network',
    'host',
    '--target',
    target,
    '--tag',
    tag,
    root,
  ]);
  return Number(await podman(['image', 'inspect', '--format', '{{.Size}}', tag]));
}

await runProgram(async () => {
  const { values } = parseArgs({
    options: {
      'local-bases': { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
    },
  });
  if (spawnSync('podman', ['--version']).status !== 0)
    throw new Refusal('podman is not installed (Debian: apt-get install podman). Nothing was built.');
  if (values['local-bases']) await makeLocalBases();
  for (const target of /** @type {const} */ (['server', 'sandbox'])) {
    const bytes = await build(target);
    say(`${IMAGES[target].tag}: ${Math.round(bytes / 1e6)} MB`);
    if (bytes > IMAGES[target].maxBytes) throw new Refusal(`${IMAGES[target].tag} is larger than 400 MB.`);
  }
  await checkImages();
  if (!values.keep) await podman(['rmi', '--force', IMAGES.server.tag, IMAGES.sandbox.tag]);
});
