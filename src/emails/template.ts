import type { ReactElement } from 'react';
import type { MessageKind, MessagePayloads } from './messages';
import type { Wording } from './wording';

export interface TemplateProps<K extends MessageKind> {
  payload: MessagePayloads[K];
  wording: Wording;
  /** What `subjectOf` made of the same payload, cleaned; it is also the document's title. */
  subject: string;
}

/** What a template's module exports. */
export interface Template<K extends MessageKind> {
  default: (props: TemplateProps<K>) => ReactElement;
  /** Discreet: it shows on a locked phone. */
  subjectOf: (payload: MessagePayloads[K], wording: Wording) => string;
  PreviewProps: MessagePayloads[K];
  /** Its other faces, by name, where a message looks different for different payloads. */
  MorePreviews?: Record<string, MessagePayloads[K]>;
}
