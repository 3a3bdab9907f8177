ALTER TABLE "refunds" VALIDATE CONSTRAINT "refunds_status";--> statement-breakpoint
ALTER TABLE "refunds" VALIDATE CONSTRAINT "refunds_corrected";
