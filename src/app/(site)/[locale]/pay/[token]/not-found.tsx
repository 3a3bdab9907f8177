export {
  missingLinkMetadata as generateMetadata,
  MissingLink as default,
} from '@/components/secret-link/missing-link';
