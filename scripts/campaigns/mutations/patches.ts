import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const FOLDER = import.meta.dirname;

export interface Mutation {
  /** The name of the patch file without `.patch`. */
  name: string;
  path: string;
  /** The size in the patch's header `Run with:`. Null: the default run is long enough to show the fault. */
  size: { subscribers: number; years: number } | null;
}

/** Returns all mutations, sorted by name. */
export function listMutations(): Mutation[] {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.patch'));
  return files.sort().map((file) => {
    const path = join(FOLDER, file);
    const [, subscribers, years] =
      /^Run with: --subscribers (\d+) --years ([\d.]+)$/m.exec(readFileSync(path, 'utf8')) ?? [];
    const size = subscribers ? { subscribers: Number(subscribers), years: Number(years) } : null;
    return { name: basename(file, '.patch'), path, size };
  });
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
