const auth = {
  title: 'Log in',
  heading: 'Welcome back',
  email: 'E-mail',
  password: 'Password',
  show: 'Show password',
  hide: 'Hide password',
  submit: 'Log in',
  submitting: 'Logging in',
  newHere: 'New here?',
  register: 'Build your box',
  next: 'Please log in to continue.',
  loggedOut: 'You are logged out.',
  summaryTitle: 'Please check the following',
  errorPrefix: 'Error: {title}',
} as const;

export default auth;
