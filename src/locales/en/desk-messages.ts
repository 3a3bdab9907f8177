/** The texts of the desk's page about messages. */
const deskMessages = {
  heading: 'Messages',
  lead: 'What subscribers get by email and LINE, with invented data.',
  quota: 'LINE this month: {used} of {limit} messages used',
  quotaNone: 'LINE this month: {used} messages used, no limit',
  quotaRead: 'Read at {moment}. Answers to what people write are free.',
  quotaNear: 'Messages that can be switched off go by email until next month.',
  failure: {
    refused: 'The other side refused the address',
    bounce: 'The email came back',
    complaint: 'Marked as spam',
  },
  kinds: 'All messages',
  optional: 'can be switched off',
  mailOnly: 'email only',
  back: 'All messages',
  example: 'Example {number}',
  subject: 'Subject',
  line: 'In the LINE chat list',
} as const;

export default deskMessages;
