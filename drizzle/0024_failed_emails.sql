ALTER TABLE "accounts" ADD COLUMN "failed_email_norm" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "email_failed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "email_failure" text;--> statement-breakpoint
CREATE INDEX "accounts_failed_email" ON "accounts" USING btree ("email_failed_at") WHERE "accounts"."failed_email_norm" is not null;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_email_failure" CHECK ("accounts"."email_failure" in ('refused','bounce','complaint'));