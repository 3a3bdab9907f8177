import { CHILDREN, FIELDS, isColour, isTextSize, WORDS } from './flex-parts';
import type { Fault } from './refusal';

type Part = Record<string, unknown>;

const BUBBLE_BYTES = 30 * 1024;
const CAROUSEL_BYTES = 50 * 1024;
const BUBBLES_MAX = 12;
const LABEL_MAX = 40;
const URI_MAX = 1_000;
const URL_MAX = 2_000;
const BLOCKS = ['header', 'hero', 'body', 'footer'];
const HEROES = ['box', 'image', 'video'];

const isRecord = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** The errors of a Flex container. `property` is a JSON pointer into the container, as in LINE's errors. */
interface Findings {
  faults: Fault[];
  note(property: string, message: string): void;
}

function collect(): Findings {
  const faults: Fault[] = [];
  return {
    faults,
    note: (property, message) => void faults.push({ message, property: property === '' ? '/' : property }),
  };
}

function checkAction(action: unknown, at: string, needsLabel: boolean, found: Findings): void {
  if (!isRecord(action)) return found.note(at, 'must be specified');
  const { type, label, uri } = action;
  if (needsLabel && (typeof label !== 'string' || label === ''))
    found.note(`${at}/label`, 'must be specified');
  if (typeof label === 'string' && label.length > LABEL_MAX)
    found.note(`${at}/label`, 'must not be longer than 40 characters');
  if (type === 'uri') {
    if (typeof uri !== 'string' || uri === '') return found.note(`${at}/uri`, 'must be specified');
    if (!/^(https?|line|tel):\S+$/.test(uri) || uri.length > URI_MAX)
      found.note(`${at}/uri`, 'invalid uri scheme');
  } else if (type === 'message') {
    if (typeof action.text !== 'string') found.note(`${at}/text`, 'must be specified');
  } else if (type === 'postback') {
    if (typeof action.data !== 'string') found.note(`${at}/data`, 'must be specified');
  } else if (type === 'datetimepicker') {
    if (typeof action.data !== 'string') found.note(`${at}/data`, 'must be specified');
    const days = [action.min, action.initial, action.max].filter((day) => typeof day === 'string');
    const isOrdered = days.every((day, n) => n === 0 || day >= (days[n - 1] ?? ''));
    if (action.mode !== 'date' || !isOrdered) found.note(`${at}/initial`, 'invalid property');
  } else found.note(`${at}/type`, 'invalid property');
}

function checkUrl(part: Part, at: string, found: Findings): void {
  if (typeof part.url !== 'string' || part.url === '') return found.note(`${at}/url`, 'must be specified');
  if (!/^https:\/\/\S+$/.test(part.url) || part.url.length > URL_MAX)
    found.note(`${at}/url`, 'invalid uri scheme');
}

function checkFields(part: Part, type: string, at: string, found: Findings): void {
  for (const [field, value] of Object.entries(part)) {
    if (field === 'type') continue;
    if (!FIELDS[type]?.includes(field)) found.note(`${at}/${field}`, 'unknown field');
    const words = WORDS[`${type}.${field}`];
    if (words !== undefined && !words.includes(value as string))
      found.note(`${at}/${field}`, 'invalid property');
    if (/^(backgroundC|borderC|c)olor$/.test(field) && !isColour(value))
      found.note(`${at}/${field}`, 'invalid color');
    if (field === 'size' && (type === 'text' || type === 'span') && !isTextSize(value)) {
      found.note(`${at}/${field}`, 'invalid property');
    }
  }
}

function checkText(part: Part, at: string, found: Findings): void {
  const spans = part.contents;
  if (spans === undefined) {
    if (typeof part.text !== 'string' || part.text === '') found.note(`${at}/text`, 'must be non-empty text');
    return;
  }
  if (!Array.isArray(spans)) return found.note(`${at}/contents`, 'must be an array');
  spans.forEach((span: unknown, i) => checkPart(span, ['span'], `${at}/contents/${i}`, found));
}

function checkPart(part: unknown, allowed: readonly string[], at: string, found: Findings): void {
  if (!isRecord(part)) return found.note(at, 'must be an object');
  const type = String(part.type);
  if (!allowed.includes(type)) return found.note(at, 'invalid property');
  checkFields(part, type, at, found);
  if (type === 'text') checkText(part, at, found);
  if (type === 'span' && typeof part.text !== 'string') found.note(`${at}/text`, 'must be specified');
  if (type === 'image' || type === 'icon' || type === 'video') checkUrl(part, at, found);
  if (type === 'button' || part.action !== undefined) {
    checkAction(part.action, `${at}/action`, type === 'button', found);
  }
  if (type === 'box') {
    const children = CHILDREN[String(part.layout)];
    if (part.layout === undefined) found.note(`${at}/layout`, 'must be specified');
    if (!Array.isArray(part.contents)) return found.note(`${at}/contents`, 'must be specified');
    part.contents.forEach((child: unknown, i) =>
      checkPart(child, children ?? [], `${at}/contents/${i}`, found),
    );
  }
}

function checkBubble(bubble: unknown, at: string, found: Findings): void {
  if (!isRecord(bubble)) return found.note(at, 'must be an object');
  if (bubble.type !== 'bubble') return found.note(`${at}/type`, 'invalid property');
  checkFields(bubble, 'bubble', at, found);
  if (BLOCKS.every((block) => bubble[block] === undefined))
    found.note(at, 'At least one block must be specified');
  for (const block of BLOCKS) {
    if (bubble[block] === undefined) continue;
    checkPart(bubble[block], block === 'hero' ? HEROES : ['box'], `${at}/${block}`, found);
  }
  if (bytesOf(bubble) > BUBBLE_BYTES)
    found.note(at, 'Too large flex message. The maximum size of JSON data is 30KB');
}

/** Returns the errors that LINE reports for the `contents` of a Flex message. Empty if the contents are valid. */
export function flexFaults(contents: unknown): Fault[] {
  const found = collect();
  if (!isRecord(contents) || contents.type !== 'carousel') {
    checkBubble(contents, '', found);
    return found.faults;
  }
  const bubbles: unknown = contents.contents;
  if (!Array.isArray(bubbles) || bubbles.length === 0 || bubbles.length > BUBBLES_MAX) {
    found.note('/contents', 'size must be between 1 and 12');
    return found.faults;
  }
  bubbles.forEach((bubble: unknown, i) => checkBubble(bubble, `/contents/${i}`, found));
  if (bytesOf(contents) > CAROUSEL_BYTES)
    found.note('', 'Too large flex message. The maximum size of JSON data is 50KB');
  return found.faults;
}
