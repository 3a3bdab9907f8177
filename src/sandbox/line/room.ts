import type { ProviderRoom } from '../provider';
import type { Messenger } from './messenger';
import type { Platform } from './platform';

/** LINE and the parts that all providers share. */
export interface LineRoom {
  line: Platform;
  messenger: Messenger;
  siteUrl: string;
  room: ProviderRoom;
}
