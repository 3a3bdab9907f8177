// node --import tsx scripts/check-settings.ts product|sandbox: what is wrong with the settings of this environment, as one line of JSON.
import { readSettings } from '@/env';
import { readSandboxSettings } from '@/env-sandbox';
import { SETTING_NAMES } from '@/env-shape';

const HEADING = 'Invalid environment variables';

/** The lines below the heading; none when the settings are taken. */
function problems(): string[] {
  try {
    if (process.argv[2] === 'sandbox') readSandboxSettings(process.env);
    else readSettings(process.env);
    return [];
  } catch (error) {
    const [heading, ...lines] = error instanceof Error ? error.message.split('\n  ') : [];
    if (heading !== HEADING) throw error;
    return lines;
  }
}

process.stdout.write(`${JSON.stringify({ problems: problems(), names: SETTING_NAMES })}\n`);
