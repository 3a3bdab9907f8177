import { bulkCommand } from './bulk';
import type { Command } from './command';
import { codeCommand } from './codes';
import { confirmRefundCommand, confirmTransferCommand, importStatementCommand, refundCommand } from './money';
import { disputeCommand } from './disputes';
import { eraseAgainCommand, erasuresCommand } from './erasures';
import {
  batchCommand,
  billCommand,
  incidentCommand,
  maintenanceCommand,
  menusCommand,
  pauseCommand,
  resumeCommand,
} from './running';
import { exportShopCommand, moveInCommand } from './moving';
import { parcelCommand } from './parcels';
import { rotationCommand, staffCommand } from './staff';
import {
  dismissCommand,
  invariantsCommand,
  moveFreeProductCommand,
  numbersCommand,
  reconcileCommand,
  recoverCommand,
  retryCommand,
  stuckCommand,
  timelineCommand,
} from './watching';

/** The commands of `npm run ops`. The key is the name of the command. */
export const COMMANDS: Record<string, Command> = {
  'confirm-transfer': confirmTransferCommand,
  'import-statement': importStatementCommand,
  'move-in': moveInCommand,
  bulk: bulkCommand,
  'export-shop': exportShopCommand,
  stuck: stuckCommand,
  dismiss: dismissCommand,
  retry: retryCommand,
  refund: refundCommand,
  'confirm-refund': confirmRefundCommand,
  dispute: disputeCommand,
  'move-free-product': moveFreeProductCommand,
  parcel: parcelCommand,
  code: codeCommand,
  timeline: timelineCommand,
  bill: billCommand,
  batch: batchCommand,
  pause: pauseCommand,
  resume: resumeCommand,
  reconcile: reconcileCommand,
  recover: recoverCommand,
  numbers: numbersCommand,
  staff: staffCommand,
  rotation: rotationCommand,
  erasures: erasuresCommand,
  'erase-again': eraseAgainCommand,
  invariants: invariantsCommand,
  menus: menusCommand,
  incident: incidentCommand,
  maintenance: maintenanceCommand,
};
