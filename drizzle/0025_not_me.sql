ALTER TABLE "one_time_tokens" DROP CONSTRAINT "one_time_tokens_kind";--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD COLUMN "undo" jsonb;--> statement-breakpoint
CREATE INDEX "one_time_tokens_holding_email" ON "one_time_tokens" USING btree ("email") WHERE "one_time_tokens"."kind" = 'not_me';--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_undo" CHECK (("one_time_tokens"."kind" = 'not_me') = ("one_time_tokens"."undo" is not null));--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_kind" CHECK ("one_time_tokens"."kind" in ('verify_email','magic_link','password_reset','email_change','not_me'));