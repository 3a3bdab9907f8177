import * as kinds from './kinds';
import type { Message, MessageFacts } from './message';

export type MessageKind = keyof typeof kinds;

/** The payload of every kind of message. */
export type MessagePayloads = {
  [K in MessageKind]: (typeof kinds)[K] extends Message<infer P> ? P : never;
};

/** Every kind of message, as its file describes it. */
export const MESSAGES: { readonly [K in MessageKind]: Message<MessagePayloads[K]> } = kinds;

export const MESSAGE_KINDS = Object.keys(kinds) as MessageKind[];

/** Returns the preview payloads of a message, each with the name of its variant. */
export const previewsOf = <K extends MessageKind>(
  kind: K,
): [variant: string, payload: MessagePayloads[K]][] =>
  Object.entries<MessagePayloads[K]>(MESSAGES[kind].previews);

type Described = Omit<Message<never>, 'previews' | 'secret' | 'address'> & {
  secret: 'payload' | readonly string[];
  address?: string;
};

/** Returns a stored kind; undefined for one that this release does not know. */
const find = (kind: string): Described | undefined =>
  Object.hasOwn(MESSAGES, kind) ? MESSAGES[kind as MessageKind] : undefined;

/** Whether a kind of message may be sent by LINE. */
export const mayGoByLine = (kind: string): boolean => find(kind)?.channel === 'line';

/** Whether a kind of message is sent only to accounts that want optional messages. */
export const isOptional = (kind: string): boolean => find(kind)?.isOptional ?? false;

/** Whether a kind of message goes to the owner of a deleted account. */
export const goesToFormerOwner = (kind: string): boolean => find(kind)?.reader === 'former';

/** Whether mails of this kind are counted when they are requested. */
export const isCountedWhenAsked = (kind: string): boolean => find(kind)?.isCountedWhenAsked ?? false;

type Stored = Record<string, unknown>;

/** Whether it is too late to send a message. */
export const isExpired = (kind: string, payload: Stored, at: { createdAt: Date; now: Date }): boolean =>
  find(kind)?.isExpired?.(payload as never, at) ?? false;

/** Whether a message is no longer true. */
export const isObsolete = (kind: string, payload: Stored, facts: MessageFacts): boolean =>
  find(kind)?.isObsolete?.(payload as never, facts) ?? false;

/** Whether the payload of this kind of message is deleted once the message is sent. */
export const hasForgottenPayload = (kind: string): boolean => find(kind)?.secret === 'payload';

/** The fields of payloads that have secret links, of messages whose payload is not a secret as a whole. */
export const SECRET_FIELDS: readonly string[] = [
  ...new Set(
    MESSAGE_KINDS.map(find).flatMap((kind) => (kind?.secret === 'payload' ? [] : (kind?.secret ?? []))),
  ),
];

/** Whether this kind of message has a secret link. */
export const hasSecret = (kind: string): boolean => find(kind)?.secret.length !== 0;

/** Returns the payload of a message without its secret, as it is stored once the message is sent. */
export function payloadWithoutSecret(kind: string, payload: Stored): Stored {
  const { secret = [], address } = find(kind) ?? {};
  if (secret !== 'payload')
    return Object.fromEntries(
      Object.entries(payload).filter(([field]) => !secret.includes(field) && field !== address),
    );
  return payload.orderId === undefined ? {} : { orderId: payload.orderId };
}
