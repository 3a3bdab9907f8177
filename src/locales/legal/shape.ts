import { parseDay } from '@/domain/day';

/** A legal text. `fillIn` replaces each `{name}` in it. */
export interface LegalText {
  title: string;
  /** The description for search engines. */
  description: string;
  lead: string;
  sections: readonly LegalSection[];
}

interface LegalSection {
  /** The fragment of the section's URL, the same in every language. */
  id: string;
  title: string;
  /** The paragraphs and lists: a string is a paragraph, an array is a list. */
  parts: readonly (string | readonly string[])[];
}

/** The day of the last change in the meaning of these texts. Change it together with the texts. */
export const LEGAL_VERSION = parseDay('2026-12-01');

/** Replaces each `{name}` in a text by its value. An unknown name stays. */
export function fillIn(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
