import type { ReactElement } from 'react';
import type { MessageKind, MessagePayloads } from './messages';
import type { Wording } from './wording';

export interface TemplateProps<K extends MessageKind> {
  payload: MessagePayloads[K];
  wording: Wording;
  /** The result of `subjectOf` as one line. It is also the title of the document. */
  subject: string;
}

/** The exports of a template's module. */
export interface Template<K extends MessageKind> {
  default: (props: TemplateProps<K>) => ReactElement;
  /** Returns the subject. It must not name the products, because it is shown on a locked phone. */
  subjectOf: (payload: MessagePayloads[K], wording: Wording) => string;
  PreviewProps: MessagePayloads[K];
  /** Additional previews by name, for a message whose appearance depends on the payload. */
  MorePreviews?: Record<string, MessagePayloads[K]>;
}
