import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const FOLDER = import.meta.dirname;

export interface Mutation {
  /** The name of the patch file without `.patch`. */
  name: string;
  path: string;
  /** The file of the test that fails with the mutation, of the patch's header `Caught by:`. */
  test: string;
}

/** Reads the header of a patch. @throws Error if it names no test file of the project at `root` */
function readMutation(path: string, root: string): Mutation {
  const name = basename(path, '.patch');
  const [, test = ''] = /^Caught by: (\S+\.test\.tsx?)$/m.exec(readFileSync(path, 'utf8')) ?? [];
  if (!existsSync(join(root, test)) || test === '')
    throw new Error(`${name}: its header needs "Caught by: <a test file>"`);
  return { name, path, test };
}

/** Returns all mutations, sorted by name. @param root the folder of the project */
export function listMutations(root: string): Mutation[] {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.patch'));
  return files.sort().map((file) => readMutation(join(FOLDER, file), root));
}

/**
 * Applies a patch to the sources in `folder`. Finds the lines by their content, not by their numbers.
 * @param isDryRun only checks that the patch applies
 * @throws Error with the output of git if the patch does not apply
 */
export function applyMutation({ path }: Mutation, folder: string, isDryRun = false): void {
  const { status, stderr } = spawnSync(
    'git',
    ['apply', '--recount', '-C1', ...(isDryRun ? ['--check'] : []), path],
    // In a folder inside a repository, git skips files that are not part of the repository.
    { cwd: folder, env: { ...process.env, GIT_CEILING_DIRECTORIES: dirname(folder) }, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
}
