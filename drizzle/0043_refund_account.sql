ALTER TABLE "refunds" ADD COLUMN "pay_to" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "pay_to_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "taken_by" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "taken_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_pay_to_when" CHECK ("refunds"."pay_to" is null or "refunds"."pay_to_at" is not null) NOT VALID;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_taken" CHECK (("refunds"."taken_by" is null) = ("refunds"."taken_at" is null)) NOT VALID;
