import type { MessageKind, MessagePayloads } from './messages';
import { TEMPLATES } from './templates';

/** Returns the preview payloads of a message, each with the name of its variant. */
export function previewsOf<K extends MessageKind>(kind: K): [variant: string, payload: MessagePayloads[K]][] {
  const { PreviewProps, MorePreviews = {} } = TEMPLATES[kind];
  return [['preview', PreviewProps], ...Object.entries<MessagePayloads[K]>(MorePreviews)];
}
