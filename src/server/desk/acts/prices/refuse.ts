import type { PriceFault } from '@/domain/price-change';
import { baht, OperatorRefusal } from '../operator';

/** Returns the refusal of a price change. */
export function refusalOf(fault: PriceFault): OperatorRefusal {
  switch (fault.reason) {
    case 'priceLow':
      return new OperatorRefusal('priceLow', { price: baht(fault.listPrice), least: baht(fault.least) });
    case 'priceHigh':
      return new OperatorRefusal('priceHigh', { price: baht(fault.listPrice), most: baht(fault.most) });
    case 'feeOutside':
      return new OperatorRefusal('feeOutside', { fee: baht(fault.fee), most: baht(fault.most) });
    case 'priceDay':
      return new OperatorRefusal('priceDay', { day: fault.day, first: fault.first, last: fault.last });
    case 'priceOrder':
      return new OperatorRefusal('priceOrder', { day: fault.day });
    case 'priceUnchanged':
    case 'priceTwice':
      return new OperatorRefusal(fault.reason);
  }
}
