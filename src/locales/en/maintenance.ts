const maintenance = {
  title: 'Maintenance',
  heading: 'The site is down for maintenance.',
  text: 'We’ll be back soon. Deliveries go out as planned, and you won’t be charged twice.',
  comesBack: 'You don’t need to do anything. This page opens automatically when we’re back.',
  back: 'We’re back. One moment…',
  tryAgain: 'Try again',
  contact: 'Is it urgent? Email us: {email}',
  refusal: 'The site is down for maintenance. Please try again in a few minutes.',
} as const;

export default maintenance;
