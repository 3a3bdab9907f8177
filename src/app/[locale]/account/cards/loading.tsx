export { AccountLoading as default } from '../_components/account-loading';
