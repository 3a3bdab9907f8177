import * as en from '@/locales/en';
import { flatten } from '@/locales/words';
import type { Sandbox } from '@/sandbox/server';

/** The prefixes of dictionary keys, such as 'subscription' and 'subscription.hub'. */
const parts = [...new Set(Object.keys(flatten(en)).map((key) => key.slice(0, key.lastIndexOf('.'))))];
const rawKey = `(?<![\\w@./-])(?:${parts.map((part) => part.replaceAll('.', '\\.')).join('|')})\\.[a-z]\\w*(?![\\w@/-])`;

/**
 * Matches text that must never be shown: a printed object, `undefined`, `NaN`, an unfilled `{placeholder}`,
 * or a dictionary key. The browser tests use the source of this expression.
 */
export const TEXT_FAULT = new RegExp(
  `\\[object |undefined|\\bNaN\\b|Invalid Date|(?<!/)\\{\\w*\\}|${rawKey}`,
);

/** Returns every fault in a text, with the characters around it. */
export function textFaults(text: string): string[] {
  return [...text.matchAll(new RegExp(TEXT_FAULT, 'g'))].map(({ 0: fault, index }) =>
    text.slice(Math.max(0, index - 30), index + fault.length + 10),
  );
}

/** Checks all LINE messages and one mail per subject in the sandbox. @throws Error with the faulty text */
export async function expectReadableMessages({ fetch, mailbox }: Pick<Sandbox, 'fetch' | 'mailbox'>) {
  const mails = new Map(mailbox.list(null).map((mail) => [mail.subject, mail]));
  const texts: string[] = [];
  for (const mail of mails.values()) {
    const { subject, text, html } = await mailbox.open(mail);
    texts.push([subject, text, html.replace(/<style>.*?<\/style>/gs, '')].join('\n'));
  }
  const answer = await fetch('http://sandbox/_control/line/messages');
  const { data } = (await answer.json()) as { data: { text: string }[] };
  const faults = [...texts, ...data.map(({ text }) => text)].flatMap(textFaults);
  if (faults.length > 0)
    throw new Error(`Messages with text that no reader should see: ${faults.join(' | ')}`);
}
