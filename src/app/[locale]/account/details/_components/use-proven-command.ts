import { useCommand } from '@/components/forms/use-command';
import { useProof } from './use-proof';

type Run = ReturnType<typeof useCommand>['run'];
type Explain = NonNullable<NonNullable<Parameters<Run>[1]>['explain']>;

/**
 * Manages a command for which the server may require an identity confirmation. `isProofNeeded`: the screen must show
 * the confirmation. `confirmed`: runs the command again after it.
 * @param explain as in `useCommand`, for every other refusal
 */
export function useProvenCommand(command: Parameters<Run>[0], explain?: Explain) {
  const { run, busy, problem } = useCommand();
  const proof = useProof(false);
  const start = () =>
    run(command, {
      explain: (refusal) => {
        if (refusal.code !== 'PROOF_REQUIRED') return explain?.(refusal);
        proof.ask();
        return null;
      },
    });
  const confirmed = () => {
    proof.give();
    void start();
  };
  return { start, confirmed, busy, problem, isProofNeeded: proof.isNeeded };
}
