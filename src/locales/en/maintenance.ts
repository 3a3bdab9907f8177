const maintenance = {
  title: 'We are tidying up',
  heading: 'The site is down for maintenance.',
  text: 'We are making a few repairs and will be back shortly. Your box, your dates and your payments are safe: deliveries go out as planned, and nothing is charged twice.',
  comesBack: 'You need not do anything. This page opens by itself as soon as we are back.',
  back: 'We are back. One moment…',
  tryAgain: 'Try now',
  contact: 'Is it urgent? Write to us: {email}',
  refusal: 'The site is down for maintenance. Please try again in a few minutes.',
} as const;

export default maintenance;
