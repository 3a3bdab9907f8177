ALTER TABLE "charge_attempts" RENAME COLUMN "left_at" TO "abandoned_at";--> statement-breakpoint
ALTER TABLE "payments" RENAME COLUMN "rungs_used" TO "retry_steps_used";--> statement-breakpoint
ALTER TABLE "payments" RENAME CONSTRAINT "payments_rungs" TO "payments_retry_steps";--> statement-breakpoint
ALTER TABLE "shipments" RENAME COLUMN "asked_at" TO "requested_at";--> statement-breakpoint
ALTER TABLE "shipments" RENAME CONSTRAINT "shipments_asked_first" TO "shipments_requested_first";--> statement-breakpoint
ALTER TABLE "charge_attempts" RENAME COLUMN "asked_at" TO "requested_at";--> statement-breakpoint
ALTER TABLE "refunds" RENAME COLUMN "asked_at" TO "requested_at";
