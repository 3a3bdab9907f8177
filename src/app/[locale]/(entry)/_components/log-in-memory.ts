/** The input of the log-in forms while this tab is open. It never contains a password, code or secret. */
interface LogInMemory {
  email: string;
  /** A magic link was sent to the e-mail and is valid for so many minutes. */
  sentMinutes: number | null;
}

const KEY = 'ira-log-in';
const NOTHING: LogInMemory = { email: '', sentMinutes: null };

// If storage is blocked (private windows, some in-app browsers), it lasts as long as the page.
let memory: LogInMemory = NOTHING;

/** Returns the stored input; phones discard a page's memory while the mail app is open. */
export function logInMemory(): LogInMemory {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(KEY) ?? 'null') as Partial<LogInMemory> | null;
    if (typeof kept?.email !== 'string') return memory;
    return { email: kept.email, sentMinutes: typeof kept.sentMinutes === 'number' ? kept.sentMinutes : null };
  } catch {
    return memory;
  }
}

export function keepLogIn(changes: Partial<LogInMemory>): void {
  memory = { ...logInMemory(), ...changes };
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify(memory));
  } catch {
    // It stays in memory.
  }
}

/** Deletes the input after the log-in, because the device may be shared. */
export function forgetLogIn(): void {
  memory = NOTHING;
  try {
    window.sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was stored.
  }
}
