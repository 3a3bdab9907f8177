import type { MessageKind, MessagePayloads } from './messages';
import { TEMPLATES } from './templates';

/** Returns every named variant of a message that its template can preview. */
export function previewsOf<K extends MessageKind>(kind: K): [variant: string, payload: MessagePayloads[K]][] {
  const { PreviewProps, MorePreviews = {} } = TEMPLATES[kind];
  return [['preview', PreviewProps], ...Object.entries<MessagePayloads[K]>(MorePreviews)];
}
