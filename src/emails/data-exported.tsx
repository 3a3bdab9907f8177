import { changeReport } from './not-me';

/** Reports a download of the account's data. */
export default changeReport('dataExported');
