import { parseDay } from '@/domain/day';

/** A legal text. `fillIn` replaces each `{name}`. */
export interface LegalText {
  title: string;
  /** Shown by search engines. */
  description: string;
  lead: string;
  sections: readonly LegalSection[];
}

interface LegalSection {
  /** The address's fragment, the same in every language. */
  id: string;
  title: string;
  /** A string is a paragraph, an array is a list. */
  parts: readonly (string | readonly string[])[];
}

/** The day on which these texts last changed their meaning. Change it together with the texts. */
export const LEGAL_VERSION = parseDay('2026-11-24');

/** Replaces each `{name}` by its value. */
export function fillIn(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
