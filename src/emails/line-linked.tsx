import { changeReport } from './not-me';

/** Reports that LINE was linked. */
export default changeReport('lineLinked');
