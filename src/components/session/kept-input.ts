/** What was typed into a form, by field. */
export type Input = Readonly<Record<string, unknown>>;

interface Kept {
  /** Whose it is: the account that was logged in while it was typed. */
  account: string;
  forms: Record<string, Input>;
}

const KEY = 'ira-input';

/** Written nowhere, whichever form they stand in. */
const SECRETS: ReadonlySet<string> = new Set([
  'password',
  'currentPassword',
  'confirmPassword',
  'code',
  'expiry',
]);

/** The forms on the page, each with what nobody has saved yet; null when there is nothing. */
const open = new Map<string, () => Input | null>();

/** Says what of a form would be lost; the answer takes that back. */
export function watchInput(form: string, unsaved: () => Input | null): () => void {
  open.set(form, unsaved);
  return () => {
    open.delete(form);
    // Left on purpose, or sent.
    write(form, null);
  };
}

/** Whether somebody is in the middle of something. */
export function hasUnsavedInput(): boolean {
  return [...open.values()].some((unsaved) => unsaved() !== null);
}

/** Keeps what is typed and not saved for the next time this tab shows the same form to the same account. */
export function keepInput(): void {
  for (const [form, unsaved] of open) write(form, unsaved());
}

/** What was kept of a form, once; null when there is nothing. */
export function takeKeptInput(form: string): Input | null {
  const input = read().forms[form] ?? null;
  if (input) write(form, null);
  return input;
}

/** Whether something was kept of a form; leaves it there. For forms that are closed until somebody asks for them. */
export function hasKeptInput(form: string): boolean {
  return form in read().forms;
}

/** Whether this tab keeps anything, whoever it is of; leaves it there. For the page where nobody is logged in. */
export function isInputWaiting(): boolean {
  try {
    return window.sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** Forgets all of it: when somebody logs out. */
export function forgetKeptInput(): void {
  store(null);
}

/** Whoever is logged in on this page. */
function account(): string {
  return document.querySelector<HTMLElement>('[data-account]')?.dataset.account ?? '';
}

/** Of the account on this page; what another account left is forgotten. */
function read(): Kept {
  const none = { account: account(), forms: {} };
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(KEY) ?? 'null') as Kept | null;
    if (kept?.account === none.account) return kept;
    if (kept) store(null);
  } catch {
    // No storage, or not our text: as if nothing had been kept.
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
    // Where storage is refused (private windows, some in-app browsers) nothing outlives the page.
  }
}
