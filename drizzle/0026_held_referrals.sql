ALTER TABLE "points_entries" DROP CONSTRAINT "points_entries_kind";--> statement-breakpoint
ALTER TABLE "referrals" DROP CONSTRAINT "referrals_status";--> statement-breakpoint
ALTER TABLE "referrals" ADD COLUMN "held_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "referrals_held" ON "referrals" USING btree ("held_at") WHERE "referrals"."status" = 'held';--> statement-breakpoint
ALTER TABLE "points_entries" ADD CONSTRAINT "points_entries_kind" CHECK ("points_entries"."kind" in ('earned','taken_back','milestone','referral','referral_held','referral_reversed','held','returned'));--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_held_since" CHECK ("referrals"."status" <> 'held' or "referrals"."held_at" is not null);--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_status" CHECK ("referrals"."status" in ('applied','held','rewarded','reversed','refused'));