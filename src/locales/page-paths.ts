import { INVITATION, PUBLIC_PAGES } from './paths';

/* Apart from paths.ts, which is part of every page's script. */

/** The patterns of all pages, without language prefix. A test compares the list with the routes. */
export const PAGES: readonly RegExp[] = [
  ...PUBLIC_PAGES.map((page) => new RegExp(`^${page}$`)),
  /^\/login(\/(magic-link|link))?$/,
  /^\/(forgot|reset)-password$/,
  /^\/(verify-email|not-me|unsubscribe)$/,
  /^\/maintenance$/,
  /^\/register(\/(details|delivery|payment|confirmation))?$/,
  /^\/account\/(cards(\/add)?|email)$/,
  /^\/account\/details(\/(personal|address|email|password|line|passkeys|sessions|delete))?$/,
  /^\/account(\/orders\/[\w-]{1,60}(\/tax-invoice)?)?$/,
  /^\/account\/refund\/[\w-]{1,60}$/,
  /^\/account\/rewards(\/(points|redeem))?$/,
  INVITATION,
  /^\/contact$/,
  /^\/(pay|fix|do|talk|bank)\/[\w-]{1,100}$/,
  /^\/desk(\/(login(\/link)?|join|catalogue|integrations|log|messages(\/write)?|money(\/(payouts|disputes|books))?|numbers(\/rows)?|operation|parcels(\/stock)?|sessions|team))?$/,
  /^\/desk\/integrations\/imports(\/[\w-]{1,60})?$/,
  /^\/desk\/catalogue\/prices\/[\w-]{1,60}$/,
  /^\/desk\/conversations(\/[\w-]{1,60})?$/,
  /^\/desk\/subscribers(\/[\w-]{1,60}(\/account)?)?$/,
  /^\/desk\/subscribers\/bulk\/[\w-]{1,60}$/,
];

/** Whether there is a page at this path (without language). */
export function isPage(path: string): boolean {
  return PAGES.some((page) => page.test(path));
}
