import type { ProviderRoom } from '../provider';
import type { Messenger } from './messenger';
import type { Platform } from './platform';

/** LINE and what it shares with the other providers. */
export interface LineRoom {
  line: Platform;
  messenger: Messenger;
  siteUrl: string;
  room: ProviderRoom;
}
