export const dynamic = 'force-dynamic';

export { securityText as GET } from '@/server/api/security-text';
