import { changeReport } from './not-me';

/** Reports that a passkey was added. */
export default changeReport('passkeyAdded');
