import type { ProviderContext } from '../provider';
import type { Messenger } from './messenger';
import type { Platform } from './platform';

/** The LINE service: its state, its webhooks, and the context that all providers share. */
export interface LineService {
  line: Platform;
  messenger: Messenger;
  siteUrl: string;
  context: ProviderContext;
}
