import { SETTING_NAMES } from '@/env-shape';
import { readSandboxSettings } from '@/env-sandbox';

/** Variables that only the launcher reads. */
const LAUNCHER = ['ENV_FILE', 'SANDBOX', 'DEV'];

/** Returns the names of the sandbox's settings. */
function sandboxNames(): string[] {
  const asked = new Set<string>();
  readSandboxSettings(new Proxy({}, { get: (_, name) => void asked.add(String(name)) }));
  return [...asked];
}

/** Clears every setting of the developer's shell and .env: an empty value counts as not set. */
export const NOTHING_SET: Readonly<Record<string, string>> = Object.fromEntries(
  [...SETTING_NAMES, ...sandboxNames(), ...LAUNCHER].map((name) => [name, '']),
);
