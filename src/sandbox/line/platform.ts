import type { SandboxClock } from '../clock';
import type { Store, Table } from '../store';
import { createPeople, type People } from './users';
import type {
  CodeRecord,
  ConsentRecord,
  EventRecord,
  LinkRecord,
  MenuLinkRecord,
  MenuRecord,
  MessageRecord,
  PersonRecord,
  PictureRecord,
  PushRecord,
  QuotaRecord,
  ReplyTokenRecord,
  TokenRecord,
} from './records';

export interface PlatformSettings {
  loginChannelId: string;
  loginChannelSecret: string;
  messagingAccessToken: string;
  messagingChannelSecret: string;
  /** The user id of the official account. */
  officialAccount: string;
  /** The only registered callback URL. */
  callbackUrl: string;
}

/** The state of the fake LINE, with a login channel and a messaging channel. */
export interface Platform {
  settings: PlatformSettings;
  clock: SandboxClock;
  /** Base URL of the pages, such as `http://localhost:3001/line`. */
  base: string;
  people: People;
  codes: Table<CodeRecord>;
  tokens: Table<TokenRecord>;
  consents: Table<ConsentRecord>;
  /** Events of the official account that were sent to the app. */
  events: Table<EventRecord>;
  messages: Table<MessageRecord>;
  pushes: Table<PushRecord>;
  replyTokens: Table<ReplyTokenRecord>;
  quotas: Table<QuotaRecord>;
  links: Table<LinkRecord>;
  menus: Table<MenuRecord>;
  menuLinks: Table<MenuLinkRecord>;
  pictures: Table<PictureRecord>;
}

export interface PlatformParts {
  settings: PlatformSettings;
  clock: SandboxClock;
  base: string;
  store: Store;
}

/** Creates LINE's tables in `store`. The tables are empty until `store.load()`. */
export function createPlatform({ settings, clock, base, store }: PlatformParts): Platform {
  return {
    settings,
    clock,
    base,
    people: createPeople(store.table<PersonRecord>('line_person')),
    codes: store.table('line_code'),
    tokens: store.table('line_token'),
    consents: store.table('line_consent'),
    events: store.table('line_event'),
    messages: store.table('line_message'),
    pushes: store.table('line_push'),
    replyTokens: store.table('line_reply_token'),
    quotas: store.table('line_quota'),
    links: store.table('line_link'),
    menus: store.table('line_menu'),
    menuLinks: store.table('line_menu_link'),
    pictures: store.table('line_picture'),
  };
}

/** Returns the URL of a user's picture, or null if the user has none. */
export const pictureOf = (line: Platform, person: PersonRecord) =>
  person.hasPicture ? `${line.base}/pictures/${person.id}.svg` : null;
