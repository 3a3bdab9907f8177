ALTER TABLE "bank_transfers" VALIDATE CONSTRAINT "bank_transfers_status";--> statement-breakpoint
ALTER TABLE "money_received" VALIDATE CONSTRAINT "money_received_verdict";--> statement-breakpoint
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_total";
