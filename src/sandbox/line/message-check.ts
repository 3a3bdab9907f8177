import { flexFaults } from './flex-check';
import { apiRefusal, type Fault } from './refusal';

export type Message = Record<string, unknown>;

const MESSAGES_MAX = 5;
/** The longest text of a message, in UTF-16 units. */
const TEXT_MAX = 5_000;
/** The longest alternative text. LINE now allows longer texts, but not every client shows them completely. */
const ALT_TEXT_MAX = 400;
const OTHER_TYPES = ['sticker', 'image', 'video', 'audio', 'location', 'imagemap', 'template', 'textV2'];

const isRecord = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textFault(message: Message, field: string, max: number, at: string): Fault[] {
  const value = message[field];
  const property = `${at}.${field}`;
  if (typeof value !== 'string' || value === '') return [{ message: 'May not be empty', property }];
  return value.length > max ? [{ message: `Length must be between 0 and ${max}`, property }] : [];
}

function imageFaults(message: Message, at: string): Fault[] {
  return ['originalContentUrl', 'previewImageUrl']
    .filter((field) => !/^https:\/\/\S+$/.test(typeof message[field] === 'string' ? message[field] : ''))
    .map((field) => ({ message: 'Must be a valid HTTPS URL', property: `${at}.${field}` }));
}

/** The most quick replies of a message, and their longest label. */
const QUICK_REPLIES_MAX = 13;
const QUICK_LABEL_MAX = 20;
const QUICK_ACTIONS = ['postback', 'message', 'uri', 'datetimepicker', 'camera', 'cameraRoll', 'location'];

function quickReplyFaults({ quickReply }: Message, at: string): Fault[] {
  if (quickReply === undefined) return [];
  const items: unknown = isRecord(quickReply) ? quickReply.items : undefined;
  const property = `${at}.quickReply.items`;
  if (!Array.isArray(items) || items.length === 0 || items.length > QUICK_REPLIES_MAX)
    return [{ message: `Size must be between 1 and ${QUICK_REPLIES_MAX}`, property }];
  return items.flatMap((item: unknown, n) => {
    const action = isRecord(item) && item.type === 'action' && isRecord(item.action) ? item.action : {};
    const label = typeof action.label === 'string' ? action.label : '';
    const isFine =
      QUICK_ACTIONS.includes(String(action.type)) && label !== '' && label.length <= QUICK_LABEL_MAX;
    return isFine ? [] : [{ message: 'invalid property', property: `${property}[${n}].action` }];
  });
}

function faultsOf(message: unknown, at: string): Fault[] {
  if (!isRecord(message)) return [{ message: 'May not be null', property: at }];
  return [...quickReplyFaults(message, at), ...contentFaults(message, at)];
}

function contentFaults(message: Message, at: string): Fault[] {
  if (message.type === 'text') return textFault(message, 'text', TEXT_MAX, at);
  if (message.type === 'flex') return textFault(message, 'altText', ALT_TEXT_MAX, at);
  if (message.type === 'image') return imageFaults(message, at);
  if (OTHER_TYPES.some((type) => type === message.type)) return [];
  const types = ['text', 'flex', ...OTHER_TYPES].join(', ');
  return [{ message: `Must be one of the following values: [${types}]`, property: `${at}.type` }];
}

const wholeBody = (faults: Fault[]) =>
  apiRefusal(400, `The request body has ${faults.length} error(s)`, faults);

/**
 * Reads the recipient and the messages of a push.
 * @throws LineRefusal 400, with one message or with a list of errors
 */
export function readPush(body: Record<string, unknown> | null): { to: string; messages: Message[] } {
  if (body === null) {
    throw apiRefusal(400, 'The request body could not be parsed as JSON (line: 1, column: 1)');
  }
  const { to } = body;
  if (typeof to !== 'string' || to === '') throw wholeBody([{ message: 'May not be empty', property: 'to' }]);
  if (!/^[UCR][0-9a-f]{32}$/.test(to)) {
    throw apiRefusal(400, "The property, 'to', in the request body is invalid (line: -, column: -)");
  }
  return { to, messages: readMessages(body) };
}

/** Reads the messages of a push or a reply. @throws LineRefusal 400, with one message or with a list of errors */
export function readMessages({ messages }: Record<string, unknown>): Message[] {
  if (!Array.isArray(messages) || messages.length === 0) {
    throw wholeBody([{ message: 'May not be empty', property: 'messages' }]);
  }
  if (messages.length > MESSAGES_MAX) {
    throw wholeBody([{ message: 'Size must be between 1 and 5', property: 'messages' }]);
  }
  const faults = messages.flatMap((message: unknown, i) => faultsOf(message, `messages[${i}]`));
  if (faults.length > 0) throw wholeBody(faults);
  const read = messages as Message[];
  read.forEach((message, i) => {
    const inside = message.type === 'flex' ? flexFaults(message.contents) : [];
    if (inside.length > 0) {
      throw apiRefusal(400, `A message (messages[${i}]) in the request body is invalid`, inside);
    }
  });
  return read;
}
