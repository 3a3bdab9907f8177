import type { MessageRecord } from './records';

type Part = Record<string, unknown>;

const URLS = /https?:\/\/[^\s<>"']+/g;
const TRAILING = /[.,;:!?)\]]+$/;

const isRecord = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Splits a text into pieces. A piece is either one link or text without links. */
export function withLinks(text: string): { text: string; isLink: boolean }[] {
  const pieces: { text: string; isLink: boolean }[] = [];
  let end = 0;
  for (const found of text.matchAll(URLS)) {
    const url = found[0].replace(TRAILING, '');
    pieces.push({ text: text.slice(end, found.index), isLink: false }, { text: url, isLink: true });
    end = found.index + url.length;
  }
  return [...pieces, { text: text.slice(end), isLink: false }].filter((piece) => piece.text !== '');
}

const urlsIn = (text: string) =>
  withLinks(text)
    .filter((piece) => piece.isLink)
    .map((piece) => piece.text);

/** Calls `visit` with a component and every component inside it, in reading order. */
function walk(part: unknown, visit: (part: Part) => void): void {
  if (Array.isArray(part)) {
    for (const one of part) walk(one, visit);
  } else if (isRecord(part)) {
    visit(part);
    for (const inside of [part.header, part.hero, part.body, part.footer, part.contents]) walk(inside, visit);
  }
}

/** Returns the texts and the button labels of a Flex container, from top to bottom. */
function wordsOf(contents: unknown): string[] {
  const words: string[] = [];
  walk(contents, (part) => {
    if ((part.type === 'text' || part.type === 'span') && typeof part.text === 'string')
      words.push(part.text);
    const label = part.type === 'button' && isRecord(part.action) ? part.action.label : null;
    if (typeof label === 'string') words.push(label);
  });
  return words.filter(Boolean);
}

function actionsOf(contents: unknown): string[] {
  const uris: string[] = [];
  walk(contents, (part) => {
    const uri = isRecord(part.action) ? part.action.uri : null;
    if (typeof uri === 'string') uris.push(uri);
  });
  return uris;
}

/**
 * Returns the text and the links of a message. For a Flex message the text is the altText and all texts
 * inside it.
 */
export function readMessage({ message }: Pick<MessageRecord, 'message'>): { text: string; links: string[] } {
  if (message.type === 'text') {
    const text = String(message.text);
    return { text, links: [...new Set(urlsIn(text))] };
  }
  if (message.type !== 'flex') return { text: `(${String(message.type)})`, links: [] };
  const text = [String(message.altText), ...wordsOf(message.contents)].join('\n');
  return { text, links: [...new Set([...actionsOf(message.contents), ...urlsIn(text)])] };
}
