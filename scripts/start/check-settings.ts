// The launcher loads this bundle from dist/ and checks the settings before it starts any process.
import { readSettings } from '@/settings/settings';
import { readSandboxSettings } from '@/settings/sandbox';
import { SETTING_NAMES } from '@/settings/shape';

const HEADING = 'Invalid environment variables';

type Source = Record<string, string | undefined>;

/** Returns the lines of the error after its heading. Returns an empty list if the settings are valid. */
function problemsOf(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    const [heading, ...lines] = error instanceof Error ? error.message.split('\n  ') : [];
    if (heading !== HEADING) throw error;
    return lines;
  }
}

/**
 * Checks the settings of the product and of the sandbox.
 * @param sandbox null if the launcher starts no sandbox
 * @returns all problems, and the names of the product's settings
 */
export function checkSettings(product: Source, sandbox: Source | null) {
  const ours = problemsOf(() => readSettings(product));
  const theirs = sandbox === null ? [] : problemsOf(() => readSandboxSettings(sandbox));
  return { problems: [...ours, ...theirs], names: SETTING_NAMES };
}
