import { changeReport } from './not-me';

/** Reports that LINE was unlinked. `notMeUrl` is null if that was done with a link from the owner's mailbox. */
export default changeReport('lineUnlinked');
