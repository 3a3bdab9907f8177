/** The input of a form, by field. */
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

/** The forms on the page, each with a function that returns its unsaved input, or null without any. */
const open = new Map<string, () => Input | null>();

/** Registers the unsaved input of a form. @returns a function that removes it */
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

/** Stores unsaved input until this tab shows the same form to the same account. */
export function keepInput(): void {
  for (const [form, unsaved] of open) write(form, unsaved());
}

/** Returns the stored input of a form and deletes it; null without any. */
export function takeKeptInput(form: string): Input | null {
  const input = read().forms[form] ?? null;
  if (input) write(form, null);
  return input;
}

/** Whether input of a form is stored, without deleting it. For forms that open on demand. */
export function hasKeptInput(form: string): boolean {
  return form in read().forms;
}

/** Whether this tab has stored input of any account, without deleting it. For pages without a log-in. */
export function isInputWaiting(): boolean {
  try {
    return window.sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** Deletes all stored input, at log-out. */
export function forgetKeptInput(): void {
  store(null);
}

/** The account that is logged in on this page. */
function account(): string {
  return document.querySelector<HTMLElement>('[data-account]')?.dataset.account ?? '';
}

/** Reads the input of the account on this page; deletes that of other accounts. */
function read(): Kept {
  const none = { account: account(), forms: {} };
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(KEY) ?? 'null') as Kept | null;
    if (kept?.account === none.account) return kept;
    if (kept) store(null);
  } catch {
    // No storage, or foreign text: treated as empty.
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
    // If storage is blocked (private windows, some in-app browsers), input does not outlive the page.
  }
}
