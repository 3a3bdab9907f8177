import { handleApi } from '@/server/api/handler';

export const dynamic = 'force-dynamic';

export {
  handleApi as DELETE,
  handleApi as GET,
  handleApi as OPTIONS,
  handleApi as PATCH,
  handleApi as POST,
  handleApi as PUT,
};
