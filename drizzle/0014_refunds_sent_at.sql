ALTER TABLE "refunds" ADD COLUMN "sent_at" timestamp (3) with time zone;--> statement-breakpoint
-- A refund that was taken up may have been sent.
UPDATE "refunds" SET "sent_at" = "asked_at" WHERE "status" in ('sent', 'unknown');
