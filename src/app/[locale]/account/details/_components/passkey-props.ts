import type { RouterOutputs } from '@/trpc/outputs';
import type { LoginMethods } from './proof';

export type Passkeys = RouterOutputs['passkeys']['list'];
type Passkey = Passkeys['passkeys'][number];

export const PASSKEYS_PATH = '/account/details/passkeys';

/** The properties of a row of the list. */
export interface RowProps {
  passkey: Passkey;
  loginMethods: LoginMethods;
  email: string;
  onChanged: (list: Passkeys, message: string) => void;
}

/** The properties of the form that changes one passkey. */
export interface ChangeProps extends RowProps {
  onClose: () => void;
}
