import type { MessageKind, MessagePayloads } from './messages';
import { TEMPLATES } from './templates';

/** Every face of a message that its template shows, by name. */
export function previewsOf<K extends MessageKind>(kind: K): [face: string, payload: MessagePayloads[K]][] {
  const { PreviewProps, MorePreviews = {} } = TEMPLATES[kind];
  return [['preview', PreviewProps], ...Object.entries<MessagePayloads[K]>(MorePreviews)];
}
