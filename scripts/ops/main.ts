// npm run ops -- <command> […]: runs a command of the operator. Exit code 0: done, 2: refused, 1: failed.
import { loadClock } from '@/server/platform/clock';
import { database } from '@/server/db';
import { logToStandardError } from '@/server/platform/log';
import { runCommand } from './run-command';

// What a command does is its output. Lines of level info would stand between it and the operator.
process.env.LOG_LEVEL ||= 'warn';
logToStandardError();
process.exitCode = await runCommand(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  lend: async (work) => {
    if (!process.env.DATABASE_URL)
      throw new Error(
        'Nothing runs with this DATA_DIR, and DATABASE_URL is not set: start it (npm start), or set it.',
      );
    const db = database();
    try {
      await loadClock(db);
      return await work(db);
    } finally {
      await db.$client.end({ timeout: 5 });
    }
  },
});
