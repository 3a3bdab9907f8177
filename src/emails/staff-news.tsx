import { message } from './message';
import { PREVIEW_UNSUBSCRIBE_URL } from './preview-data';
import staffMessage, { type StaffMessage } from './staff-message';

/** Brings news or an offer of the staff, which a subscriber can stop. */
export default message<StaffMessage>({
  ...staffMessage,
  isOptional: true,
  previews: { preview: { ...staffMessage.previews.preview, unsubscribeLink: PREVIEW_UNSUBSCRIBE_URL } },
});
