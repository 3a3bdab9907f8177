import type { Agenda } from '../agenda';
import type { SandboxSettings } from '../../settings/sandbox';
import type { ProviderContext } from '../provider';
import type { Store } from '../store';
import type { Send } from '../transport';
import { createMessenger } from './messenger';
import { createPlatform } from './platform';
import type { LineService } from './line-service';

export interface LineParts {
  settings: SandboxSettings;
  /** Base of the URLs in responses. */
  publicUrl: string;
  store: Store;
  agenda: Agenda;
  context: ProviderContext;
  /** Sends webhooks. Must have its own timeout. */
  deliver: Send;
}

/** The time in ms in which a webhook receiver must respond to LINE. */
export const WEBHOOK_PATIENCE_MS = 2_000;

/** The user id of the official account. */
export const OFFICIAL_ACCOUNT = 'U0ff1c1a1acc00000000000000000000a';

/** Creates the LINE service and its tables in `store`. The tables are empty until `store.load()`. */
export function openLine({ settings, publicUrl, store, agenda, context, deliver }: LineParts): LineService {
  const { siteUrl, appUrl } = settings;
  const line = createPlatform({
    settings: {
      loginChannelId: settings.lineLoginChannelId,
      loginChannelSecret: settings.lineLoginChannelSecret,
      messagingAccessToken: settings.lineMessagingAccessToken,
      messagingChannelSecret: settings.lineMessagingChannelSecret,
      officialAccount: OFFICIAL_ACCOUNT,
      callbackUrl: `${siteUrl}/api/auth/line/callback`,
    },
    clock: context.clock,
    base: `${publicUrl}/line`,
    store,
  });
  const messenger = createMessenger(line, {
    deliver,
    url: `${appUrl}/api/webhooks/line`,
    channelSecret: settings.lineMessagingChannelSecret,
    accountId: OFFICIAL_ACCOUNT,
    clock: context.clock,
    journal: context.journal,
    faults: context.faults,
    agenda,
  });
  return { line, messenger, siteUrl, context };
}
