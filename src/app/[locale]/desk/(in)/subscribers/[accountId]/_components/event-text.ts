import { getI18n } from '@/locales/server';
import type { WordKey } from '@/locales/translate';
import en from '@/locales/en/desk-history';
import { flatten } from '@/locales/words';

const KNOWN = flatten(en, 'deskHistory');

/** The kinds of messages that have a name. */
export const KNOWN_MESSAGES = Object.keys(en.messages);

/** Returns the name of an event of the history. An unknown event has its code. */
export async function eventText({ what, detail }: { what: string; detail: string | null }): Promise<string> {
  const t = (await getI18n()) as (key: string, params?: object) => string;
  if (what === 'message.written' || what === 'message.sent') {
    const kind = /^\w+/.exec(detail ?? '')?.[0] ?? '';
    return t(keyOf(what), { name: await messageText(kind) });
  }
  const key = keyOf(what);
  if (key in KNOWN) return t(key);
  return what.startsWith('parcel.') ? t(keyOf('parcel.problem')) : t('deskHistory.other', { what });
}

/** Returns the name of a kind of message. */
export async function messageText(kind: string): Promise<string> {
  const t = (await getI18n()) as (key: string) => string;
  const key = `deskHistory.messages.${kind}`;
  return key in KNOWN ? t(key) : kind;
}

const keyOf = (what: string) => `deskHistory.events.${what}` as WordKey;
