// @ts-check
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runTool, say } from '../../start/terminal.mjs';
import { podman } from './podman.mjs';

const DEBIAN = 'docker.io/library/debian:bookworm-20260824-slim';
const NODE = 'docker.io/library/node:24.18.0-bookworm-slim';
const [NODE_VERSION] = /\d+\.\d+\.\d+/.exec(NODE) ?? [];
/** The certificate authorities of this machine, which a mirror of a registry may need. */
const AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt';

/** Imports a folder as the root file system of an image. @param {string} folder @param {string} tag @param {string[]} changes */
async function importFolder(folder, tag, changes) {
  const archive = `${folder}.tar`;
  await runTool({ what: 'tar', command: 'tar', args: ['-C', folder, '-cf', archive, '.'], cwd: folder });
  await podman(['import', ...changes.flatMap((change) => ['--change', change]), archive, tag]);
  rmSync(archive);
}

/** Installs Node 24 and npm from npm's registry into the root file system. @param {string} folder */
async function installNode(folder) {
  const prefix = `${folder}-node`;
  const packages = [`node-linux-${process.arch}@${NODE_VERSION}`, 'npm@11'];
  const args = ['install', '--prefix', prefix, '--no-audit', '--no-fund', '--ignore-scripts', ...packages];
  await runTool({ what: 'npm install', command: 'npm', args, cwd: dirname(folder) });
  const local = join(folder, 'usr/local');
  const modules = join(local, 'lib/node_modules');
  mkdirSync(modules, { recursive: true });
  mkdirSync(join(local, 'bin'), { recursive: true });
  cpSync(join(prefix, 'node_modules/npm'), join(modules, 'npm'), { recursive: true });
  copyFileSync(join(prefix, `node_modules/node-linux-${process.arch}/bin/node`), join(local, 'bin/node'));
  chmodSync(join(local, 'bin/node'), 0o755);
  for (const name of ['npm', 'npx']) {
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name));
    chmodSync(join(modules, `npm/bin/${name}-cli.js`), 0o755);
  }
  rmSync(prefix, { recursive: true });
}

/**
 * Makes the base images of the Dockerfile under their own names: Debian from its packages (debootstrap, as root), Node
 * from npm's registry. For machines that reach no image registry.
 */
export async function makeLocalBases() {
  const folder = join(mkdtempSync(join(tmpdir(), 'ira-bases-')), 'debian');
  try {
    say(`making ${DEBIAN} from Debian's packages`);
    const args = ['--variant=minbase', 'bookworm', folder];
    await runTool({ what: 'debootstrap', command: 'debootstrap', args, cwd: tmpdir() });
    for (const path of [
      'var/cache/apt',
      'var/lib/apt/lists',
      'usr/share/doc',
      'usr/share/man',
      'usr/share/locale',
    ])
      rmSync(join(folder, path), { recursive: true, force: true });
    await importFolder(folder, DEBIAN, []);
    say(`making ${NODE} from npm's packages`);
    await installNode(folder);
    mkdirSync(join(folder, dirname(AUTHORITIES)), { recursive: true });
    copyFileSync(AUTHORITIES, join(folder, AUTHORITIES));
    await importFolder(folder, NODE, [
      'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      `ENV NODE_EXTRA_CA_CERTS=${AUTHORITIES}`,
    ]);
  } finally {
    rmSync(dirname(folder), { recursive: true, force: true });
  }
}
