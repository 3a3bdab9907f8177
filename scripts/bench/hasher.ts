import { hashPassword, verifyPassword } from '@/server/auth/password';
import { answerParent } from './child';

const PASSWORD = 'correct horse';
let hashed = '';

/** The reference for log-ins: only password hashing, with the product's parameters and concurrency limit. */
answerParent({
  prepare: async () => (hashed = await hashPassword(PASSWORD)),
  slice: async ({ ms, atOnce }: { ms: number; atOnce: number }): Promise<HashSlice> => {
    const [started, cpu] = [performance.now(), process.cpuUsage()];
    let verified = 0;
    const run = async () => {
      while (performance.now() - started < ms) {
        if (!(await verifyPassword(hashed, PASSWORD))) throw new Error('the right password is wrong');
        verified += 1;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, run));
    const { user, system } = process.cpuUsage(cpu);
    return {
      verified,
      seconds: (performance.now() - started) / 1000,
      cpuMs: (user + system) / 1000 / verified,
    };
  },
});

/** The result of one slice. `cpuMs` is the CPU time of one password hash. */
export interface HashSlice {
  verified: number;
  seconds: number;
  cpuMs: number;
}
