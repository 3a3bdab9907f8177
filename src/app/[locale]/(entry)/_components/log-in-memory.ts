/** What somebody has typed and asked for on the way in, while this tab is open. Never a password, code or secret. */
interface LogInMemory {
  email: string;
  /** A magic link was sent to the e-mail, and works for so many minutes. */
  sentMinutes: number | null;
}

const KEY = 'ira-log-in';
const NOTHING: LogInMemory = { email: '', sentMinutes: null };

// Where storage is refused (private windows, some in-app browsers) it lives as long as the page.
let memory: LogInMemory = NOTHING;

/** What is kept; phones drop a page's own memory when somebody goes to look into their mail. */
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
    // Kept in memory.
  }
}

/** Once they are in, nothing of it stays on a device that others may use, too. */
export function forgetLogIn(): void {
  memory = NOTHING;
  try {
    window.sessionStorage.removeItem(KEY);
  } catch {
    // There was none.
  }
}
