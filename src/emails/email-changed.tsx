import { changeReport } from './not-me';

/** Reports a change of the e-mail address to the old one. `notMeUrl` is null if the old address was never verified. */
export default changeReport('emailChanged');
