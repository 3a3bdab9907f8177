import type { ReactElement } from 'react';
import type { MessageKind, MessagePayloads } from './messages';
import type { Wording } from './wording';

export interface TemplateProps<K extends MessageKind> {
  payload: MessagePayloads[K];
  wording: Wording;
  /** The cleaned result of `subjectOf`; it is also the document's title. */
  subject: string;
}

/** The exports of a template's module. */
export interface Template<K extends MessageKind> {
  default: (props: TemplateProps<K>) => ReactElement;
  /** Must be discreet: it shows on a locked phone. */
  subjectOf: (payload: MessagePayloads[K], wording: Wording) => string;
  PreviewProps: MessagePayloads[K];
  /** Named variants, for a message that looks different for different payloads. */
  MorePreviews?: Record<string, MessagePayloads[K]>;
}
