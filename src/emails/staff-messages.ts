import type { Locale } from '@/domain/locale';
import type { Satang } from '@/domain/money';
import type { StaffRole, ToldEvent } from '@/domain/staff';

/** The payloads of the messages to the staff. They have no account. */
export interface StaffPayloads {
  /** Invites a member of the staff to the desk. A message without an account has its language in `locale`. */
  staff_invitation: { locale: Locale; firstName: string; role: StaffRole; link: string };
  /** The first half of a log-in at the desk. */
  staff_log_in: { locale: Locale; firstName: string; role: StaffRole; link: string };
  /**
   * Tells an owner of a sensitive act. `by`: who acted; `about`: the member, API token, order, payment or code; `at`: an
   * ISO instant.
   */
  staff_act: {
    locale: Locale;
    firstName: string;
    what: ToldEvent;
    by: string;
    about: string | null;
    amount: Satang | null;
    at: string;
  };
}
