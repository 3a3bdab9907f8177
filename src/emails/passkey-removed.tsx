import { changeReport } from './not-me';

/** Reports that a passkey was removed. `notMeUrl` is null if that was done with a link from the owner's mailbox. */
export default changeReport('passkeyRemoved');
