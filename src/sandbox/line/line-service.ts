import type { ProviderContext } from '../provider';
import type { Messenger } from './messenger';
import type { Platform } from './platform';

/** LINE and the parts that all providers share. */
export interface LineService {
  line: Platform;
  messenger: Messenger;
  siteUrl: string;
  context: ProviderContext;
}
