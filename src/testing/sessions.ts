import { openDatabase, type Db } from '@/server/db';
import { processState } from '@/process-state';
import { settings } from '@/settings/settings';

const openSession = () => openDatabase(settings().DATABASE_URL, 1);

/** Returns the session that checks and empties the database after a test. It keeps the plans of these long statements. */
export const checkSession = (): Db => processState('checkSession', openSession);

/** Returns the session that inserts rows without triggers: PostgreSQL forgets all plans of a session that turns them off. */
export const copySession = (): Db => processState('copySession', openSession);
