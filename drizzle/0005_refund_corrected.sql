ALTER TABLE "refunds" ADD COLUMN "corrected_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_status";--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_status" CHECK ("refunds"."status" in ('created','sent','unknown','succeeded','failed','manual','corrected')) NOT VALID;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_corrected" CHECK (("refunds"."status" = 'corrected') = ("refunds"."corrected_at" is not null)) NOT VALID;
