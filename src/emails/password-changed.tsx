import { changeReport } from './not-me';

/** Reports that the password was changed. */
export default changeReport('passwordChanged');
