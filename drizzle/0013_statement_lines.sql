ALTER TABLE "bank_transfers" DROP CONSTRAINT "bank_transfers_status";--> statement-breakpoint
ALTER TABLE "bank_transfers" ADD COLUMN "format" text;--> statement-breakpoint
ALTER TABLE "bank_transfers" ADD COLUMN "bank_id" text;--> statement-breakpoint
ALTER TABLE "bank_transfers" ADD COLUMN "bank_time" text;--> statement-breakpoint
CREATE INDEX "bank_transfers_by_day" ON "bank_transfers" USING btree ("paid_on","amount");--> statement-breakpoint
CREATE INDEX "bank_transfers_by_bank_id" ON "bank_transfers" USING btree ("bank_id") WHERE "bank_transfers"."bank_id" is not null;--> statement-breakpoint
ALTER TABLE "bank_transfers" ADD CONSTRAINT "bank_transfers_status" CHECK ("bank_transfers"."status" in ('matched','duplicate','late','wrong_amount','wrong_date','unknown_reference','doubtful'));--> statement-breakpoint
UPDATE "bank_transfers" SET "bank_id" = substr("provider_ref", 6) WHERE "provider_ref" LIKE 'line:%';
