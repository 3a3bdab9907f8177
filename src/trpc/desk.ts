import { createTRPCClient, httpLink, type TRPCLink } from '@trpc/client';
import type { inferRouterOutputs } from '@trpc/server';
import { observable } from '@trpc/server/observable';
import superjson from 'superjson';
import type { DeskRouter } from '@/server/api/desk/root';
import { refusalOf } from './refusal';

export { refusalOf, type Refusal } from './refusal';

let askMember: (() => Promise<boolean>) | null = null;
let asking: Promise<boolean> | null = null;

/**
 * Sets how the page asks the member to prove the identity. Calls that are refused at the same time ask once.
 * @param ask returns whether the member has done so
 * @returns a function that removes it
 */
export function onProofRequired(ask: () => Promise<boolean>): () => void {
  askMember = ask;
  return () => {
    askMember = null;
  };
}

async function prove(): Promise<boolean> {
  asking ??= askMember?.() ?? Promise.resolve(false);
  try {
    return await asking;
  } finally {
    asking = null;
  }
}

/** Sends a call that needs a proof of identity again after the proof. The form that made the call waits with its input. */
const withProof: TRPCLink<DeskRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      const send = (error: Parameters<typeof observer.error>[0] | null) =>
        next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error: (refused) => {
            if (error !== null || refusalOf(refused).code !== 'PROOF_REQUIRED')
              return observer.error(refused);
            void prove().then((isProven) => {
              if (isProven) sent = send(refused);
              else observer.error(refused);
            });
          },
        });
      let sent = send(null);
      return () => sent.unsubscribe();
    });

/** The procedures of /api/desk for the desk's pages. Errors are in the language of the page. */
export const desk = createTRPCClient<DeskRouter>({
  links: [
    withProof,
    httpLink({
      url: '/api/desk',
      transformer: superjson,
      headers: () => ({ 'x-ira-locale': document.documentElement.lang }),
    }),
  ],
});

/** The responses of the desk's procedures. */
export type DeskOutputs = inferRouterOutputs<DeskRouter>;
