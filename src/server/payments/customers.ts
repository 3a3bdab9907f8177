import { deleteCustomer } from '../gateways/omise';

/**
 * Removes a person's customer and cards at the gateway.
 * @throws Error when the gateway can't be reached, so that the job is repeated
 */
export async function removeCustomer(customerId: string): Promise<void> {
  const answer = await deleteCustomer(customerId);
  if (answer.kind === 'unavailable') throw new Error('the gateway could not be reached');
}
