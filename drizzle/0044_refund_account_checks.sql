ALTER TABLE "refunds" VALIDATE CONSTRAINT "refunds_pay_to_when";--> statement-breakpoint
ALTER TABLE "refunds" VALIDATE CONSTRAINT "refunds_taken";
