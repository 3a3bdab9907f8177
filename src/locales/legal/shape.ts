import { parseDay } from '@/domain/day';

/** A text of the house that people may hold us to. `{name}`s are filled in by `fillIn`. */
export interface LegalText {
  title: string;
  /** For search engines. */
  description: string;
  lead: string;
  sections: readonly LegalSection[];
}

interface LegalSection {
  /** The part of the address after #, the same in every language. */
  id: string;
  title: string;
  /** A text is a paragraph, a list of texts a list. */
  parts: readonly (string | readonly string[])[];
}

/** The day on which these texts last changed their meaning. Texts and day change together. */
export const LEGAL_VERSION = parseDay('2026-11-23');

/** Puts values in place of the `{name}`s. */
export function fillIn(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
