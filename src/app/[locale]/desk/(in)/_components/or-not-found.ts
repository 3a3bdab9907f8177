import { notFound } from 'next/navigation';
import { isRefusal } from '@/trpc/server';

/** Reads what a page shows. Shows the page for a missing one instead if its id is unknown. */
export async function orNotFound<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (isRefusal(error, 'NOT_FOUND') || isRefusal(error, 'INPUT_INVALID')) notFound();
    throw error;
  }
}
