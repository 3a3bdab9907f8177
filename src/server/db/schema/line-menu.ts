import { sql } from 'drizzle-orm';
import { check, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { ChatState } from '@/domain/line-answer';
import type { Locale } from '@/domain/locale';
import { instant } from './columns';

/** The rich menus at LINE, one for each state of a person and language. `npm run ops -- menus` writes them. */
export const lineMenus = pgTable(
  'line_menus',
  {
    state: text('state').$type<ChatState>().notNull(),
    locale: text('locale').$type<Locale>().notNull(),
    /** The name at LINE. It has a hash of the cells and the picture, so that another version has another name. */
    name: text('name').notNull(),
    /** The id that LINE gave to it. */
    menuId: text('menu_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.state, t.locale] }),
    check('line_menus_state', sql`${t.state} in ('guest','active','debt','rest')`),
    check('line_menus_locale', sql`${t.locale} in ('en','th')`),
  ],
);
