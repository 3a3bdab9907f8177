import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const FOLDER = import.meta.dirname;

export interface Mutation {
  /** The name of the patch file without its ending. */
  name: string;
  path: string;
  /** Set when the default run is too short to show the fault: `Run with:` in the header of the patch. */
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
 * Applies the patch to the sources in `folder`. Lines are found by content; their numbers may have changed.
 * @param isDryRun only checks that the patch applies
 * @throws Error with the output of git if it does not apply
 */
export function applyMutation({ path }: Mutation, folder: string, isDryRun = false): void {
  const { status, stderr } = spawnSync(
    'git',
    ['apply', '--recount', '-C1', ...(isDryRun ? ['--check'] : []), path],
    // In a folder inside a repository, git would skip the files that are not part of it.
    { cwd: folder, env: { ...process.env, GIT_CEILING_DIRECTORIES: dirname(folder) }, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
}
