/** The values typed into a form, by field name. */
export type Input = Readonly<Record<string, unknown>>;

interface Kept {
  /** The account that was logged in when the input was typed. */
  account: string;
  forms: Record<string, Input>;
}

const KEY = 'ira-input';

/** Fields that are never stored, in any form. */
const SECRETS: ReadonlySet<string> = new Set([
  'password',
  'currentPassword',
  'confirmPassword',
  'code',
  'expiry',
]);

/** The forms on the page by name. The function returns the form's unsaved input, or null if there is none. */
const open = new Map<string, () => Input | null>();

/**
 * Registers a form, so that its unsaved input can be stored.
 * @param unsaved returns the unsaved input, or null if there is none
 * @returns a function that unregisters the form and deletes its stored input
 */
export function watchInput(form: string, unsaved: () => Input | null): () => void {
  open.set(form, unsaved);
  return () => {
    open.delete(form);
    // The form was closed or sent.
    write(form, null);
  };
}

/** Whether any form has unsaved input. */
export function hasUnsavedInput(): boolean {
  return [...open.values()].some((unsaved) => unsaved() !== null);
}

/**
 * Stores the unsaved input of every form on the page in sessionStorage. The same tab can restore it for the
 * same account.
 */
export function keepInput(): void {
  for (const [form, unsaved] of open) write(form, unsaved());
}

/** Returns the stored input of a form and deletes it. Returns null if no input is stored. */
export function takeKeptInput(form: string): Input | null {
  const input = read().forms[form] ?? null;
  if (input) write(form, null);
  return input;
}

/** Whether input of the form is stored. Does not delete the input. Used for forms that open on demand. */
export function hasKeptInput(form: string): boolean {
  return form in read().forms;
}

/**
 * Whether this tab has stored input of any account. Does not delete the input. Used on pages without a
 * session.
 */
export function isInputWaiting(): boolean {
  try {
    return window.sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** Deletes all stored input, and watches the forms of the page no more: it is left. Called at log-out. */
export function forgetKeptInput(): void {
  open.clear();
  store(null);
}

/** Returns the id of the account that is logged in on this page, or an empty string. */
function account(): string {
  return document.querySelector<HTMLElement>('[data-account]')?.dataset.account ?? '';
}

/** Returns the stored input of the account on this page. Deletes stored input of another account. */
function read(): Kept {
  const none = { account: account(), forms: {} };
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(KEY) ?? 'null') as Kept | null;
    if (kept?.account === none.account) return kept;
    if (kept) store(null);
  } catch {
    // Storage is blocked or contains invalid JSON. Both are treated as empty.
  }
  return none;
}

function write(form: string, input: Input | null): void {
  const { forms, ...kept } = read();
  if (input === null && !(form in forms)) return;
  const all = new Map(Object.entries(forms));
  all.delete(form);
  const fields = Object.entries(input ?? {}).filter(([field]) => !SECRETS.has(field));
  if (fields.length > 0) all.set(form, Object.fromEntries(fields));
  store(all.size === 0 ? null : { ...kept, forms: Object.fromEntries(all) });
}

function store(kept: Kept | null): void {
  try {
    if (kept) window.sessionStorage.setItem(KEY, JSON.stringify(kept));
    else window.sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked (private windows, some in-app browsers). The input is lost when the page closes.
  }
}
