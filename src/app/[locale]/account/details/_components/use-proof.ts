import { useState } from 'react';

/**
 * Manages the state of the identity confirmation. Call `ask` when the server requires a confirmation.
 * @param isMissing whether the server requires a confirmation when the page opens
 */
export function useProof(isMissing: boolean) {
  const [state, setState] = useState<'given' | 'missing' | 'asked'>(isMissing ? 'missing' : 'given');
  return {
    isNeeded: state !== 'given',
    isAsked: state === 'asked',
    ask: () => setState('asked'),
    give: () => setState('given'),
  };
}
