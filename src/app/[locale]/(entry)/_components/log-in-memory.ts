/** The input of the log-in forms, stored for this tab. It never contains a password, code or secret. */
interface LogInMemory {
  email: string;
  /** How many minutes the sent magic link is valid. Null if no link was sent. */
  sentMinutes: number | null;
  /** Whether the visitor typed the e-mail and then asked for a link. The link is sent without a second tap. */
  wantsLink: boolean;
}

const KEY = 'ira-log-in';
const NOTHING: LogInMemory = { email: '', sentMinutes: null, wantsLink: false };

// Replaces blocked storage (private windows, some in-app browsers). It is lost when the page closes.
let memory: LogInMemory = NOTHING;

/**
 * Returns the stored input of the log-in forms. It is in sessionStorage, because a phone may unload the page
 * while the mail app is open.
 */
export function logInMemory(): LogInMemory {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(KEY) ?? 'null') as Partial<LogInMemory> | null;
    if (typeof kept?.email !== 'string') return memory;
    const { email, sentMinutes, wantsLink } = kept;
    return {
      email,
      sentMinutes: typeof sentMinutes === 'number' ? sentMinutes : null,
      wantsLink: wantsLink === true,
    };
  } catch {
    return memory;
  }
}

export function keepLogIn(changes: Partial<LogInMemory>): void {
  memory = { ...logInMemory(), ...changes };
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify(memory));
  } catch {
    // Storage is blocked. The input stays in memory.
  }
}

/** Deletes the stored input after log-in, because the device may be shared. */
export function forgetLogIn(): void {
  memory = NOTHING;
  try {
    window.sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}
