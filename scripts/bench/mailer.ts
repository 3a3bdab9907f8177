import { createTransport } from 'nodemailer';
import { settings } from '@/env';
import { startWorker } from '@/worker/start';
import { answerParent } from './child';

const CONNECTIONS = 4;
const SAMPLE_EVERY_MS = 100;
let rss = 0;
setInterval(() => (rss = Math.max(rss, process.memoryUsage.rss())), SAMPLE_EVERY_MS).unref();

answerParent({
  /**
   * Measures the reference for messages: the number of copies of one finished mail that a process sends to
   * the mail server.
   */
  ceiling: async ({ ms, size }: { ms: number; size: number }): Promise<number> => {
    const transport = createTransport({ url: settings().SMTP_URL, pool: true, maxConnections: CONNECTIONS });
    const mail = { from: 'a@ira.test', to: 'b@ira.test', subject: 'Thank you', text: 'x'.repeat(size) };
    let sent = 0;
    const started = performance.now();
    const lane = async () => {
      while (performance.now() - started < ms) {
        await transport.sendMail(mail);
        sent += 1;
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS * 2 }, lane));
    const perSecond = sent / ((performance.now() - started) / 1000);
    transport.close();
    return perSecond;
  },
  /** Starts the production worker. */
  work: async () => {
    rss = process.memoryUsage.rss();
    await startWorker();
  },
  rss: () => rss,
});
