import type { ReactNode } from 'react';
import type { Day } from '@/domain/day';
import type { OrderStatus } from '@/domain/order';
import type { WordKey, WordParams } from '@/locales/translate';
import type { Wording } from './wording';

/** What the payload of every message has. Payloads are stored as JSON and rendered when the message is sent. */
export interface AnyPayload {
  firstName: string;
  /** The page that stops optional messages; missing until such a message is sent by e-mail. */
  unsubscribeLink?: string;
}

/** The payload of a message about an order. `orderNumber`: undefined until the message is sent. */
export interface OrderPayload extends AnyPayload {
  orderId: string;
  orderNumber?: number;
}

/** What holds when a message is sent; null for what its payload does not name. */
export interface MessageFacts {
  order: { status: OrderStatus; paymentDate: Day; dueOn: Day | null } | null;
  /** Whether a parcel of the order was shipped. */
  hasLeft: boolean;
  subscriptionStatus: string | null;
  refundStatus: string | null;
  attemptStatus: string | null;
}

type OptionalField<P> = { [F in keyof P]-?: undefined extends P[F] ? F : never }[keyof P] & string;

/** One kind of message, whole. Its file is `<kind>.tsx`. */
export interface Message<P extends AnyPayload> {
  /**
   * `line`: by LINE if connected, else by e-mail. `mail`: never by LINE, because the message gives access to an account,
   * warns about it, or concerns the e-mail address itself.
   */
  channel: 'line' | 'mail';
  /** Whether the contract does not require it. The subscriber can stop it, and its mail has a link for that. */
  isOptional?: true;
  /** Who reads it, if not the owner of an account: a member of the staff, or the owner of a deleted account. */
  reader?: 'staff' | 'former';
  /** Whether the mail is counted when it is requested, so that sending does not count it again. */
  isCountedWhenAsked?: true;
  /**
   * What is deleted once the message is sent, because it has a secret link: fields, or the payload
   * as a whole. The desk shows a message without these fields.
   */
  secret: 'payload' | readonly OptionalField<P>[];
  /** The field with the reader's postal address. It is deleted, too, but the message can be sent again without it. */
  address?: OptionalField<P>;
  /** Whether it is too late to send it. */
  isExpired?: (payload: P, at: { createdAt: Date; now: Date }) => boolean;
  /** Whether it is no longer true, such as an announced retry that will not come. */
  isObsolete?: (payload: P, facts: MessageFacts) => boolean;
  /** Subject and preheader must not name the products, because a locked phone shows them. */
  head: (payload: P, wording: Wording) => { subject: string; preheader: string; heading: string };
  body: (payload: P, wording: Wording) => ReactNode;
  /** Sample payloads by name. The first is the usual one. */
  previews: { preview: P } & Record<string, P>;
}

/** Describes a kind of message. */
export const message = <P extends AnyPayload>(described: Message<P>): Message<P> => described;

/** The groups of texts that have a sentence of this name. */
type GroupWith<Name extends string> = WordKey extends infer Key
  ? Key extends `emails.${infer Group}.${Name}`
    ? Group
    : never
  : never;

/**
 * Returns the head of a message whose group has a fixed subject, preheader and heading.
 * @param params the values for all three
 */
export const headOf =
  <P extends AnyPayload>(
    group: GroupWith<'subject'> & GroupWith<'preheader'> & GroupWith<'heading'>,
    params: (payload: P, wording: Wording) => WordParams = () => ({}),
  ): Message<P>['head'] =>
  (payload, wording) => {
    const values = params(payload, wording);
    return {
      subject: wording.say(`emails.${group}.subject`, values),
      preheader: wording.say(`emails.${group}.preheader`, values),
      heading: wording.say(`emails.${group}.heading`, values),
    };
  };

/** Returns the rule that a message expires some minutes after it was requested. */
export const isOlderThan =
  (minutes: number): NonNullable<Message<AnyPayload>['isExpired']> =>
  (_, { createdAt, now }) =>
    now.getTime() - createdAt.getTime() >= minutes * 60_000;

/** Whether an order was paid, also if it was refunded later. */
export const isPaid = (order: MessageFacts['order']): boolean =>
  order?.status === 'paid' || order?.status === 'refunded';
